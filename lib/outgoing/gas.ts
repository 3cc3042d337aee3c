import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Chain, SentTransaction } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { unplaceGasRows, unweighedGas, upsertGas, writeFee } from "./gas-store.ts";
import { scriptsOfOurs } from "./record.ts";
import type { BlockRef } from "./store.ts";

/** What pays for gas, and its decimals: the values here are of its smallest unit. */
const COINS = { eth: { coin: "ETH", decimals: 18 }, tron: { coin: "TRX", decimals: 6 } } as const;
/** Transactions whose cost is asked for in one round. */
const AT_ONCE = 50;

/**
 * Writes down the transactions that accounts of ours have sent, each with the block that has it. One that moves no token
 * of ours was approved by nobody: everybody of the house is told at once (rulebook 13.4). `explained` are those that are
 * written down as outgoing, and are told of there.
 */
export async function recordGas(
  ctx: Ctx,
  { network }: Chain,
  sent: readonly SentTransaction[],
  block: BlockRef,
  explained: ReadonlySet<string>,
): Promise<void> {
  if (sent.length === 0) return;
  const ours = await scriptsOfOurs(
    ctx,
    sent.map(({ script }) => script),
  );
  for (const each of sent.filter(({ script }) => ours.has(script))) {
    const isNew = await upsertGas(ctx.db, ctx.id(), network, each, block);
    if (isNew && !explained.has(each.txHash)) await reportGas(ctx, network, each);
  }
}

/** Those of a block that left its chain stand in none. */
export async function unplaceGas(ctx: Ctx, { network }: Chain, hash: string): Promise<void> {
  if (network in COINS) await unplaceGasRows(ctx.db, network, hash);
}

/** Asks the nodes what transactions of ours have cost. Answers how many have told. */
export async function weighGas(ctx: Ctx): Promise<number> {
  let weighed = 0;
  for (const chain of Object.values(ctx.app.chains)) {
    if (!chain.costOf) continue;
    for (const { id, txHash } of await unweighedGas(ctx.db, chain.network, AT_ONCE)) {
      const cost = await chain.costOf(txHash);
      if (cost && (await writeFee(ctx.db, id, cost))) weighed += 1;
    }
  }
  return weighed;
}

async function reportGas(ctx: Ctx, network: Network, { txHash, valueWei }: SentTransaction): Promise<void> {
  const { id: houseId } = await houseOf(ctx.app);
  const { coin, decimals } = COINS[network === "tron" ? "tron" : "eth"];
  const value = Decimal.of(valueWei, decimals).toString();
  ctx.app.log.error("gas spent without our leave", { network, txHash });
  await recordAudit(ctx, {
    action: "outgoing.gas",
    accountId: houseId,
    objectKind: "outgoing",
    objectId: txHash,
    detail: { network, txHash, value },
  });
  await queueToMembers(ctx, houseId, {
    subject: `gas of ours was spent on ${network} without approval`,
    text: [
      `An account of ours on ${network} has sent a transaction that moves no token, and belongs to no approved payout or move.`,
      "",
      `  ${value} ${coin} sent with it, and gas`,
      `  transaction ${txHash}`,
      "",
      "If nobody of the house sent it, a key is in somebody else's hands: move what is left to a new one. The case says more:",
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_SPEND",
  });
}
