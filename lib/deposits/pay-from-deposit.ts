import type { Ctx } from "#lib/kernel/context.ts";
import { movePaidOut, movePaidReserved, moveReserved } from "./paid-out-store.ts";

/**
 * Moves part of a deposit's pending or free quantity to paid out; a held deposit that is all gone is declined. In the
 * caller's transaction, which holds the deposit's lock.
 */
export function payFromDeposit(tx: Ctx, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  return movePaidOut(tx.db, depositId, units, fromPending);
}

/** Reserves part of a deposit's pending or free quantity for a payout, and with a quantity below zero frees it again; under the same lock. */
export function reserveOnDeposit(tx: Ctx, depositId: string, units: bigint): Promise<void> {
  return moveReserved(tx.db, depositId, units);
}

/** What was reserved has been paid out; with a quantity below zero it came back and is reserved again. */
export function payReserved(tx: Ctx, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  return movePaidReserved(tx.db, depositId, units, fromPending);
}
