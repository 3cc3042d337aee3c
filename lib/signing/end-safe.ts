import { ChainFault } from "#lib/chains/chain.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { each } from "#lib/kernel/each.ts";
import { reapproveSigned, sendPayouts, unpreparePayouts } from "#lib/payouts/sign-payout.ts";
import { auditPrepared, holdPrepared, objectsOf } from "./read-prepared.ts";
import { endBatch, isFinal, isLeaving, safesToProve, type SafeUse } from "./safe-store.ts";
import { noteUnused, type PreparedRow } from "./store.ts";

/**
 * Ends batches whose number the Safe has used up at a block that is final. The one that the Safe has executed, by the hash
 * that its owners signed, is CONFIRMED with the transaction that did it: what left is compared with the batch where each
 * payment is watched (rulebook 13.4). Where another transaction of the Safe has used the number, the batch can be in no block
 * any more: it is CANCELLED, and what it did not pay is approved as before.
 */
export const endSafeBatches = async (ctx: Ctx, limit: number): Promise<number> =>
  each(await safesToProve(ctx.db, limit), async (use) => {
    const ending = await endingOf(ctx, use);
    if (ending === "UNKNOWN") return false;
    if (ending !== "UNUSED") return ctx.transaction((tx) => endOne(tx, use, ending));
    await noteUnused(ctx.db, { familyId: use.id, height: use.height });
    return false;
  });

type Ending = "UNKNOWN" | "UNUSED" | "OTHER" | { executedBy: string };

/** By what the node says: whether the number is used up, and whether one of the Safe's transactions has executed the batch. */
async function endingOf(ctx: Ctx, { script, number, height, safeTxHash, txHashes }: SafeUse): Promise<Ending> {
  const safes = ctx.app.chains.eth?.calls?.safes;
  if (!safes) return "UNKNOWN";
  try {
    if ((await safes.usedUpTo(script, height)) <= number) return "UNUSED";
    for (const txHash of txHashes) {
      const executed = await safes.executedBy(script, txHash);
      if (!executed) return "UNKNOWN";
      if (executed.includes(safeTxHash)) return { executedBy: txHash };
    }
    return "OTHER";
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("the node does not say what became of a batch", { network: "eth", error: fault });
    return "UNKNOWN";
  }
}

/** What is leaving and not in the books yet is waited for: nothing of it is free before. */
async function endOne(tx: Ctx, use: SafeUse, ending: Exclude<Ending, string> | "OTHER"): Promise<boolean> {
  const row = await holdPrepared(tx, use.id);
  if (row.status !== "PREPARED" || (await isLeaving(tx.db, use.id))) return false;
  if (ending === "OTHER") await endUnpaid(tx, row, use);
  else if (await isFinal(tx.db, ending.executedBy)) await endPaid(tx, row, use, ending.executedBy);
  else return false;
  return true;
}

async function endPaid(tx: Ctx, row: PreparedRow, { height }: SafeUse, txHash: string): Promise<void> {
  await endBatch(tx.db, { id: row.id, status: "CONFIRMED", by: actorName(tx.actor), height, txHash });
  // Executed, it is never prepared again, also where the token has moved something else than it was told to.
  await sendPayouts(tx, objectsOf(row, "PAYOUT"), txHash, ["PREPARED"]);
  await auditPrepared(tx, { ...row, txHash }, "prepared.confirm", { safeTxHash: row.safeTxHash });
}

async function endUnpaid(tx: Ctx, row: PreparedRow, { height, number }: SafeUse): Promise<void> {
  const reason = `The Safe's number ${number} was used up by another transaction.`;
  await endBatch(tx.db, { id: row.id, status: "CANCELLED", by: actorName(tx.actor), height, reason });
  await auditPrepared(tx, row, "prepared.cancel", { reason });
  const payouts = objectsOf(row, "PAYOUT");
  await unpreparePayouts(tx, payouts, row.id);
  await reapproveSigned(tx, payouts, row.id);
}
