import type { Ctx } from "#lib/kernel/context.ts";
import { movePaidOut } from "./store.ts";

/**
 * Moves part of a deposit's pending or free quantity to paid out; a held deposit that is all gone is declined. In the
 * caller's transaction, which holds the deposit's lock.
 */
export function payFromDeposit(tx: Ctx, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  return movePaidOut(tx.db, depositId, units, fromPending);
}
