import type { Habit } from "./given-away-contract.ts";

/** Fewer bills than this, or fewer of either kind, say nothing (rulebook 4.19). */
export const LEAST_BILLS = 10;
const LEAST_OF_KIND = 3;
/** Of both kinds at least so many in a hundred lie on the payer's side. */
const PER_CENT = 90;

/** Whether a subaccount pays when the market is below its prices, and does not when it is not. */
export function isOneSided({ paid, paidBelow, unpaid, unpaidAbove }: Habit): boolean {
  return (
    paid + unpaid >= LEAST_BILLS &&
    Math.min(paid, unpaid) >= LEAST_OF_KIND &&
    100 * paidBelow >= PER_CENT * paid &&
    100 * unpaidAbove >= PER_CENT * unpaid
  );
}
