import type { Ctx } from "#lib/kernel/context.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import { cryptoOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { lockBill, type LockedBill, rememberCompletion } from "./lock-bill.ts";
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
    if (!(await claimExpiry(tx.db, { billId, bid: await bidAtExpiry(tx, bill) }))) return false;
    if (bill.status === "EXPIRED") await emitPaymentEvents(tx, billId, ["payment.expired"]);
    if (bill.status === "COMPLETED" && bill.amountStatus === "UNDERPAID" && !bill.completionTold) {
      await emitPaymentEvents(tx, billId, ["payment.underpaid"]);
      await rememberCompletion(tx, billId, true);
    }
    return true;
  });
}

/** A market looked at later than this after the expiry is not the one that the payer saw (rulebook 4.19). */
const LATEST_MS = 15 * 60_000;

/** The market's bid as a bill ends, so that it can be told why it was not paid. */
async function bidAtExpiry({ app }: Ctx, { terms, now }: LockedBill): Promise<Decimal | undefined> {
  if (now.getTime() - terms.expiresAt.getTime() > LATEST_MS) return undefined;
  return (await findReference(app, cryptoOf(terms.asset), terms.fiat, now))?.bid;
}
