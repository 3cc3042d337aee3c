import { ChainFault, type CallOutcome } from "#lib/chains/chain.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { each } from "#lib/kernel/each.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { failPayouts, reapproveSigned, sendPayouts, unpreparePayouts } from "#lib/payouts/sign-payout.ts";
import type { cancelPreparedEndpoint, PreparedRecord } from "./contract.ts";
import type { PreparedState } from "./prepared-states.ts";
import { auditPrepared, holdFamily, holdPrepared, objectsOf, preparedNow } from "./read-prepared.ts";
import {
  endPrepared,
  expiredPrepared,
  type FamilyEnd,
  familiesToEnd,
  hasMissed,
  isExpired,
  isNumberReported,
  type NumberUse,
  noteUnused,
  numbersToProve,
  type PreparedRow,
  sentFor,
} from "./store.ts";

/**
 * Takes back what is not signed. Refuses with INVALID_STATE what is: its holder may send it at any time. On tron no
 * number is used up by another: there it waits until it has expired. A batch of a Safe may be signed elsewhere at any time:
 * it ends by the Safe's number alone.
 */
export async function cancelPrepared(
  ctx: Ctx,
  { preparedId, note }: InputOf<typeof cancelPreparedEndpoint>,
): Promise<PreparedRecord> {
  return ctx.transaction(async (tx) => {
    const row = await holdPrepared(tx, preparedId);
    if (row.status !== "PREPARED")
      throw new Refusal("INVALID_STATE", `This transaction is ${row.status} and cannot be cancelled.`);
    if (row.safeTxHash !== undefined)
      throw new Refusal(
        "INVALID_STATE",
        "The owners of the Safe can still execute this batch: have the Safe use its number up by another transaction.",
      );
    if (row.network === "tron" && !(await isExpired(tx.db, row.id)))
      throw new Refusal(
        "INVALID_STATE",
        `Anyone who has signed it can send it until it has expired, at ${row.expiresAt?.toISOString()}.`,
      );
    await end(tx, row, "CANCELLED", note);
    if (row.replacesId === undefined) await unpreparePayouts(tx, objectsOf(row, "PAYOUT"), row.id);
    return answerWith(tx, await preparedNow(tx, row.id));
  });
}

/**
 * Ends what spends the same as a transaction that is final: the one that it is has been CONFIRMED, the others are REPLACED.
 * Where it is none of them, what was signed has FAILED, and what its payouts reserved is back, unless it paid them. Where it
 * moved something else than it says, it has FAILED as well, and its payouts end by what their places got; also where it was
 * signed and sent elsewhere, and nothing of that came back here.
 */
export const endFamilies = async (ctx: Ctx, limit: number): Promise<number> =>
  each(await familiesToEnd(ctx.db, limit), (end) => ctx.transaction((tx) => endFamily(tx, end)));

async function endFamily(tx: Ctx, { familyId, txHash, isLost }: FamilyEnd): Promise<boolean> {
  const family = await holdFamily(tx, familyId);
  if (!family.some(isLive)) return false;
  const isOurs = family.some((row) => row.txHash === txHash);
  const isDone = isOurs && !(await hasMissed(tx.db, familyId, txHash));
  const spent = isLost
    ? `A coin of it went with its block and was never there again: ${txHash} spent what had paid it.`
    : `Its coins were spent by ${txHash}.`;
  for (const row of family) {
    const status = endOf(row, { txHash, isDone });
    if (status) await end(tx, row, status, row.txHash === txHash ? reasonOf(status) : spent);
  }
  const [root] = family;
  if (!root) return false;
  const payouts = objectsOf(root, "PAYOUT");
  // What it was to pay and has not ends by what its place got (lib/payouts/paid-otherwise.ts).
  const waiting = await sentFor(tx.db, payouts, txHash);
  await sendPayouts(tx, waiting, txHash, ["PREPARED", "SIGNED", "BROADCAST"]);
  if (isOurs) return true;
  const others = payouts.filter((payoutId) => !waiting.includes(payoutId));
  await unpreparePayouts(tx, others, familyId);
  await failPayouts(tx, others, spent);
  return true;
}

const MOVED_OTHERWISE = "A block has it, and it moved something else there.";
const reasonOf = (status: PreparedState): string | undefined => (status === "FAILED" ? MOVED_OTHERWISE : undefined);

function endOf(
  { status, txHash: own }: PreparedRow,
  { txHash, isDone }: { txHash: string; isDone: boolean },
): PreparedState | undefined {
  if (status === "PREPARED") return "CANCELLED";
  if (status !== "SIGNED" && status !== "BROADCAST") return undefined;
  if (own === txHash) return isDone ? "CONFIRMED" : "FAILED";
  return isDone && status === "BROADCAST" ? "REPLACED" : "FAILED";
}

/**
 * Ends what on eth can be in no block any more, since its account's number was used up by a transaction that moves no token:
 * one whose call failed, or anything that the key's holder has sent. What was signed has FAILED, and what its payouts
 * reserved is back; what was unsigned is CANCELLED, its payouts approved as before. The account's count at a final block
 * says so, and the node that none of ours was carried out; where it says otherwise all stays as it is.
 */
export const endUsedUp = async (ctx: Ctx, limit: number): Promise<number> =>
  each(await numbersToProve(ctx.db, limit), async (used) => {
    const failed = await failedUnder(ctx, used);
    if (failed === "UNKNOWN") return false;
    if (failed !== "UNUSED") return ctx.transaction((tx) => endOneUsedUp(tx, used, failed));
    await noteUnused(ctx.db, used);
    return false;
  });

/**
 * Which of a family's transactions a block has with a call that failed, once their number is used up. UNKNOWN where the
 * node does not say; UNUSED also where it says that one was carried out, which our own reading of the chain has to find.
 */
async function failedUnder(ctx: Ctx, used: NumberUse): Promise<ReadonlySet<string> | "UNUSED" | "UNKNOWN"> {
  const calls = ctx.app.chains.eth?.calls;
  if (!calls) return "UNKNOWN";
  try {
    if ((await calls.sentUpTo(used.script, used.height)) <= used.number) return "UNUSED";
    const failed = new Set<string>();
    for (const txHash of used.txHashes) {
      const outcome = await calls.outcome(txHash);
      if (outcome === "FAILED") failed.add(txHash);
      if (outcome !== "DONE") continue;
      ctx.app.log.error("a node has a transfer that was not seen in its block", { txHash });
      return "UNUSED";
    }
    return failed;
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("the node does not say what became of a transaction", { network: "eth", error: fault });
    return "UNKNOWN";
  }
}

async function endOneUsedUp(tx: Ctx, { familyId, number }: NumberUse, failed: ReadonlySet<string>): Promise<boolean> {
  const family = await holdFamily(tx, familyId);
  const [root] = family;
  if (!root || !family.some(isLive) || (await isNumberReported(tx.db, familyId))) return false;
  const other = `Its account's number ${number} was used up by a transaction that moves no token.`;
  for (const row of family.filter(isLive)) {
    const isOwn = row.txHash !== undefined && failed.has(row.txHash);
    const reason = isOwn ? "A block has it, and its call failed." : other;
    await end(tx, row, row.status === "PREPARED" ? "CANCELLED" : "FAILED", reason);
  }
  const payouts = objectsOf(root, "PAYOUT");
  await unpreparePayouts(tx, payouts, familyId);
  await failPayouts(tx, payouts, failed.size > 0 ? "A block has it, and its call failed." : other);
  return true;
}

/**
 * Ends what no block takes any more: the final chain is past its expiration and has it not, by our own reading and by what
 * the node says. What was unsigned is CANCELLED, what was signed has FAILED, and its payouts are approved as before: they
 * keep what they reserved, since nothing was spent. Where a block has it and its call failed, that is back. One that the node
 * has and our reading has not stays as it is.
 */
export const endExpired = async (ctx: Ctx, limit: number): Promise<number> =>
  each(await expiredPrepared(ctx.db, limit), async ({ id, txHash }) => {
    const outcome = await outcomeOf(ctx, txHash);
    return outcome !== undefined && outcome !== "DONE" && ctx.transaction((tx) => endOneExpired(tx, id, outcome));
  });

async function outcomeOf(ctx: Ctx, txHash: string): Promise<CallOutcome | undefined> {
  try {
    const outcome = await ctx.app.chains.tron?.tronCalls?.outcome(txHash);
    if (outcome === "DONE") ctx.app.log.error("a node has a transfer that was not seen in its block", { txHash });
    return outcome;
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("the node does not say what became of a transaction", { txHash, error: fault });
    return undefined;
  }
}

async function endOneExpired(tx: Ctx, id: string, outcome: "NONE" | "FAILED"): Promise<boolean> {
  const row = await holdPrepared(tx, id);
  const status = row.status === "PREPARED" ? "CANCELLED" : "FAILED";
  if (!isLive(row) || !(await isExpired(tx.db, id))) return false;
  const reason = outcome === "NONE" ? "It has expired, and no block has it." : "A block has it, and its call failed.";
  await end(tx, row, status, reason);
  const payouts = objectsOf(row, "PAYOUT");
  await unpreparePayouts(tx, payouts, id);
  if (outcome === "NONE") await reapproveSigned(tx, payouts, id);
  else await failPayouts(tx, payouts, reason);
  return true;
}

const isLive = ({ status }: PreparedRow): boolean =>
  status === "PREPARED" || status === "SIGNED" || status === "BROADCAST";

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
