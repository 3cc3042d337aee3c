import type { InputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { failPayouts, unpreparePayouts } from "#lib/payouts/sign-payout.ts";
import type { cancelPreparedEndpoint, PreparedRecord } from "./contract.ts";
import type { PreparedState } from "./prepared-states.ts";
import { auditPrepared, holdFamily, holdPrepared, objectsOf, preparedNow } from "./read-prepared.ts";
import { endPrepared, familiesToEnd, type PreparedRow } from "./store.ts";

/** Takes back what is not signed. Refuses with INVALID_STATE what is: whoever has it may send it at any time. */
export async function cancelPrepared(
  ctx: Ctx,
  { preparedId, note }: InputOf<typeof cancelPreparedEndpoint>,
): Promise<PreparedRecord> {
  return ctx.transaction(async (tx) => {
    const row = await holdPrepared(tx, preparedId);
    if (row.status !== "PREPARED")
      throw new Refusal("INVALID_STATE", `This transaction is ${row.status} and cannot be cancelled.`);
    await end(tx, row, "CANCELLED", note);
    if (row.replacesId === undefined) await unpreparePayouts(tx, objectsOf(row, "PAYOUT"), row.id);
    return answerWith(tx, await preparedNow(tx, row.id));
  });
}

/**
 * Ends what spends the same as a transaction that is final: the one that it is has been CONFIRMED, the others are REPLACED.
 * Where it is none of them, what was signed has FAILED, and what its payouts reserved is back, unless it paid them.
 */
export async function endFamilies(ctx: Ctx, limit: number): Promise<number> {
  let ended = 0;
  for (const { familyId, txHash } of await familiesToEnd(ctx.db, limit)) {
    await ctx.transaction(async (tx) => endFamily(tx, familyId, txHash));
    ended += 1;
  }
  return ended;
}

async function endFamily(tx: Ctx, familyId: string, txHash: string): Promise<void> {
  const family = await holdFamily(tx, familyId);
  const isOurs = family.some((row) => row.txHash === txHash);
  for (const row of family) {
    const status = endOf(row, { txHash, isOurs });
    if (status) await end(tx, row, status, row.txHash === txHash ? undefined : `Its coins were spent by ${txHash}.`);
  }
  const [root] = family;
  if (!root || isOurs) return;
  const payouts = objectsOf(root, "PAYOUT");
  await unpreparePayouts(tx, payouts, familyId);
  await failPayouts(tx, payouts, `Its coins were spent by ${txHash}.`);
}

function endOf(
  { status, txHash: own }: PreparedRow,
  { txHash, isOurs }: { txHash: string; isOurs: boolean },
): PreparedState | undefined {
  if (status === "PREPARED") return "CANCELLED";
  if (status !== "SIGNED" && status !== "BROADCAST") return undefined;
  if (own === txHash) return "CONFIRMED";
  return isOurs && status === "BROADCAST" ? "REPLACED" : "FAILED";
}

async function end(tx: Ctx, row: PreparedRow, status: PreparedState, reason: string | undefined): Promise<void> {
  await endPrepared(tx.db, row.familyId, { id: row.id, status, by: actorName(tx.actor), reason });
  await auditPrepared(tx, row, `prepared.${ACTION[status] ?? "end"}`, { ...(reason !== undefined && { reason }) });
}

const ACTION: Readonly<Partial<Record<PreparedState, string>>> = {
  CANCELLED: "cancel",
  CONFIRMED: "confirm",
  REPLACED: "replace",
  FAILED: "fail",
};
