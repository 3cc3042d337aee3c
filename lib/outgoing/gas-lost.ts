import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { GAS_FACTS, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { slot } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { amountIn } from "#lib/mail/say.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { cursorAt } from "./custody-store.ts";
import { bookGas } from "./gas.ts";
import { gasAtStake, holdCursor, insertFound } from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";
import type { BlockRef } from "./store.ts";

/** Accounts that are asked for with each block: the node answers for one at a time. */
const AT_ONCE = 50;
/** The block that was looked at last. */
const LOOKED = slot<string>("outgoing.gas-lost");

/**
 * A contract's code moves ether without a transaction of the account, and without a log: a Safe by its batch, any account
 * by code that its key has delegated to. With each block the accounts that should have most, the Safes first, are asked
 * for what they have; what is gone is missing, a case, and told to everybody of the house (rulebook 13.4). Answers how
 * much was found.
 */
export async function findLostGas(ctx: Ctx, chain: Chain, purposes: readonly Purpose[]): Promise<number> {
  const { network } = chain;
  if (network !== "eth" || !chain.coins) return 0;
  const block = await cursorAt(ctx.db, network);
  if (!block || ctx.app.slots.get(LOOKED) === block.hash || (await chain.head()).hash !== block.hash) return 0;
  const due = await gasAtStake(ctx.db, network, AT_ONCE);
  const held = await chain.coins([...due.keys()], block.height);
  if ((await chain.head()).hash !== block.hash) return 0;
  const lost = [...due].flatMap(([script, wei]) => {
    const gone = wei - (held.get(script) ?? wei);
    return gone > 0n ? [{ script, wei: gone }] : [];
  });
  let found = 0;
  for (const each of lost) if (await writeLost(ctx, chain, each, block, purposes)) found += 1;
  ctx.app.slots.set(LOOKED, block.hash);
  return found;
}

type Lost = { script: string; wei: bigint };

/** False where the chain has moved on meanwhile, or another worker has found it. */
async function writeLost(
  ctx: Ctx,
  { network }: Chain,
  { script, wei }: Lost,
  block: BlockRef,
  purposes: readonly Purpose[],
): Promise<boolean> {
  const id = ctx.id();
  const isNew = await ctx.transaction(async (tx) => {
    if ((await holdCursor(tx.db, network)) !== block.hash) return false;
    if (!(await insertFound(tx.db, id, network, { kind: "SENT", script, wei }, block))) return false;
    await report(tx, network, { script, wei }, block);
    return true;
  });
  if (isNew) await bookGas(ctx, id, purposes);
  return isNew;
}

async function report(tx: Ctx, network: Network, { script, wei }: Lost, { height }: BlockRef): Promise<void> {
  const { id: houseId } = await houseOf(tx.app);
  const coin = "ETH";
  const address = accountAddress(network, script);
  const value = Decimal.of(wei, GAS_FACTS[coin].chainScale).toString();
  tx.app.log.error("gas gone without a transaction of ours", { network, address, height });
  await recordAudit(tx, {
    action: "outgoing.gas",
    accountId: houseId,
    objectKind: "outgoing",
    objectId: address,
    detail: { network, height, value },
  });
  const { gas, left } = lettersText;
  await queueToMembers(tx, houseId, () => ({
    subject: gas.lost(amountIn(value, coin), network),
    text: [
      gas.lostLead(network, height),
      "",
      `  ${gas.from(address)}`,
      `  ${gas.gone(amountIn(value, coin))}`,
      "",
      left.end,
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_SPEND",
  }));
}
