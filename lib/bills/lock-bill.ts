import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { type LockedBill, lockBillRow, lockBillRows, markCompletion } from "./store.ts";

export type { LockedBill } from "./store.ts";

/**
 * The bill under its row lock. Every change to its deposits takes this lock first, so that decisions about one bill
 * follow one another.
 */
export async function lockBill(ctx: Ctx, billId: string): Promise<LockedBill> {
  const bill = await lockBillRow(ctx.db, billId);
  must(bill, "a bill that has deposits exists");
  return bill;
}

/** Several bills at once, locked in the order of their ids; unknown ones, and those not `ofAccount` when it is named, are missing. */
export async function lockBills(
  ctx: Ctx,
  billIds: readonly string[],
  ofAccount?: string,
): Promise<Map<string, LockedBill>> {
  const bills = await lockBillRows(ctx.db, billIds, ofAccount);
  return new Map(bills.map((bill) => [bill.id, bill]));
}

/**
 * Records whether the bill's completion event has been emitted, so that it is emitted again only after a reversal of
 * the completion.
 */
export function rememberCompletion(ctx: Ctx, billId: string, isNotified: boolean): Promise<void> {
  return markCompletion(ctx.db, { billId, isNotified });
}
