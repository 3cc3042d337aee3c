import { recordAudit } from "#lib/audit/record-audit.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { GAS_FACTS, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { amountIn } from "#lib/mail/say.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import type { BlockRef } from "./store.ts";

/** What the code of contracts has taken from an account of ours, and by which transactions, where the node tells them. */
export type GoneGas = { script: string; wei: bigint; txHashes: readonly string[] };

/** Tells everybody of the house of ether that has gone without a transaction of the account (rulebook 13.4). */
export async function reportGone(
  tx: Ctx,
  network: Network,
  { script, wei, txHashes }: GoneGas,
  { height }: BlockRef,
): Promise<void> {
  const { id: houseId } = await houseOf(tx.app);
  const coin = "ETH";
  const address = accountAddress(network, script);
  const value = Decimal.of(wei, GAS_FACTS[coin].chainScale).toString();
  tx.app.log.error("gas gone without a transaction of ours", { network, address, height });
  const [txHash] = txHashes;
  await recordAudit(tx, {
    action: "outgoing.gas",
    accountId: houseId,
    objectKind: "outgoing",
    objectId: address,
    detail: { network, height, value, ...(txHash !== undefined && { txHash: txHashes.join(" ") }) },
  });
  const { gas, left } = lettersText;
  await queueToMembers(tx, houseId, () => ({
    subject: gas.lost(amountIn(value, coin), network),
    text: [
      gas.lostLead(network, height),
      "",
      `  ${gas.from(address)}`,
      `  ${gas.gone(amountIn(value, coin))}`,
      ...txHashes.map((each) => `  ${left.transaction(each)}`),
      "",
      left.end,
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_SPEND",
  }));
}
