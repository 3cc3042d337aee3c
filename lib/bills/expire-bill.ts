import type { Ctx } from "#lib/kernel/context.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { lockBill, rememberCompletion } from "./lock-bill.ts";
import { billsToExpire, claimExpiry } from "./store.ts";

/** Bills whose end has passed untold. */
export function findBillsToExpire(ctx: Ctx, limit: number): Promise<string[]> {
  return billsToExpire(ctx.db, limit);
}

/**
 * Tells that a bill has ended, once. Its states follow the clock by themselves; this writes only the events: expired
 * when nothing stands, underpaid when too little does.
 */
export async function expireBill(ctx: Ctx, billId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const bill = await lockBill(tx, billId);
    if (!(await claimExpiry(tx.db, billId))) return false;
    if (bill.status === "EXPIRED") await emitPaymentEvents(tx, billId, ["payment.expired"]);
    if (bill.status === "COMPLETED" && bill.amountStatus === "UNDERPAID" && !bill.completionTold) {
      await emitPaymentEvents(tx, billId, ["payment.underpaid"]);
      await rememberCompletion(tx, billId, true);
    }
    return true;
  });
}
