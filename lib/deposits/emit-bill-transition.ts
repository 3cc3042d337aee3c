import { lockBill, type LockedBill, rememberCompletion } from "#lib/bills/lock-bill.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type EventType, emitExpired, emitPaymentEvents } from "#lib/events/emit.ts";

/**
 * Tells what a change of deposits did to the bill as a whole: completed, underpaid, reopened after it was completed, or
 * expired, when the last that stood is gone after the bill's end.
 */
export async function emitBillTransition(ctx: Ctx, before: LockedBill): Promise<void> {
  const after = await lockBill(ctx, before.id);
  if (after.status === "COMPLETED" && !before.completionTold) {
    const type: EventType =
      after.amountStatus === "PAID" || after.amountStatus === "OVERPAID" ? "payment.completed" : "payment.underpaid";
    await emitPaymentEvents(ctx, before.id, [type]);
    await rememberCompletion(ctx, before.id, true);
  } else if (after.status !== "COMPLETED" && before.completionTold) {
    await emitPaymentEvents(ctx, before.id, ["payment.reopened"]);
    await rememberCompletion(ctx, before.id, false);
  }
  if (after.status === "EXPIRED" && after.expiryEmitted) await emitExpired(ctx, before.id);
}
