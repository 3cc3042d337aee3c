import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { minOf } from "#lib/kernel/money.ts";
import { endPayout, holdPayout } from "./decide-payout.ts";
import { findPaidOtherwise, missedPayouts, type PaidInstead, waitsForHash } from "./otherwise-store.ts";
import { ENDED_BECAUSE } from "./payout-states.ts";
import { type Recorded, writeRecorded } from "./write-recorded.ts";

export type { PaidInstead } from "./otherwise-store.ts";

/** What a payout's own transaction has paid instead, while the payout waits for it. */
export const waitsForPaid = ({ db }: Ctx, payoutId: string): Promise<PaidInstead | undefined> =>
  findPaidOtherwise(db, payoutId);

/** What a person agreed to record in the place of a payout. */
export type InPlaceOf = { inPlaceOf: string; txHash: string | undefined; units: bigint; note: string | undefined };

/**
 * Ends a payout of the context's account of which its own transaction has paid another quantity: it has failed, and what its
 * destination got is recorded in its place, of the same deposits. What was reserved beyond that is free again; what else the
 * transaction took out of custody stays missing. In an open transaction; answers the id of what is recorded. Refuses with
 * NOT_FOUND and INVALID_STATE.
 */
export async function recordInPlace(tx: Ctx, { inPlaceOf, txHash, units, note }: InPlaceOf): Promise<string> {
  const held = await holdPayout(tx, inPlaceOf, true);
  const paid = await findPaidOtherwise(tx.db, inPlaceOf);
  if (paid?.txHash !== txHash || paid?.units !== units)
    throw new Refusal("INVALID_STATE", "This payout does not wait any more for what this transaction has paid.");
  await endPayout(tx, held, { status: "FAILED", reason: note });
  let left = units;
  const parts: Recorded["taken"]["parts"] = [];
  for (const { depositId, billId, units: reserved } of held.parts) {
    const part = minOf(reserved, left);
    if (part > 0n) parts.push({ depositId, billId, units: part, endsHold: false });
    left -= part;
  }
  const { asset, reference, script } = paid;
  const taken = { asset, units, fromPending: held.payout.fromPending, parts, bills: new Map() };
  return writeRecorded(tx, { taken, reference, txHash, inPlaceOf, script, paid: paid.paid });
}

/**
 * Refuses with INVALID_STATE to record by a transaction, or to link to a move, what the operator records in the place of a
 * payout: explained by that, it would have paid the payout nothing. Another account's is not named.
 */
export async function refuseWaitedFor({ db, account }: Ctx, txHash: string): Promise<void> {
  const waiting = await waitsForHash(db, txHash);
  if (!waiting) return;
  throw new Refusal(
    "INVALID_STATE",
    waiting.accountId === account?.id
      ? `This transaction was sent for the payout ${waiting.id} and has paid another quantity: the operator ends that payout by it.`
      : "This transaction was sent for another payout and has paid another quantity: the operator ends that payout by it.",
  );
}

/** Payouts of which their own final transaction has given their destination nothing. */
export const findMissedPayouts = ({ db }: Ctx, limit: number): Promise<string[]> => missedPayouts(db, limit);

/** Fails one of those: what it reserved is back. False where something has paid it meanwhile. */
export function failMissed(ctx: Ctx, payoutId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    const { status, isOut } = held.payout;
    if (isOut || (status !== "SIGNED" && status !== "BROADCAST")) return false;
    await endPayout(tx, held, { status: "FAILED", reason: ENDED_BECAUSE.missed });
    return true;
  });
}
