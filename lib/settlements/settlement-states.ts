/**
 * Where a settlement stands. NONE: nothing is due. DUE: not asked for yet. ASKED: its payout is on its way. RETURNED: the
 * payout ended unpaid, and the next settlement has the money. LAPSED: the money was gone when it was to be asked for.
 */
export const SETTLEMENT_STATES = ["NONE", "DUE", "ASKED", "PAID", "RETURNED", "LAPSED"] as const;

/** Why nothing is due: the account owes the house; nothing is left; less than the minimum. */
export const WITHHELD = ["OWED", "NOTHING", "MINIMUM"] as const;

/** What moved an available balance. */
export const MOVEMENT_KINDS = [
  "CONVERTED",
  "INVOICE",
  "REVERSED",
  "SETTLED",
  "PAID_OUT",
  "RETURNED",
  "KEPT",
  "LOCKED",
  "UNLOCKED",
  "OTHER",
] as const;

/** What the house took: in the price, withheld of what was sold, withheld of what was kept. */
export const FEE_KINDS = ["SPREAD", "EXPLICIT", "TRANSACTION"] as const;

/** When a period ends. NEVER: nothing is settled any more. */
export const SCHEDULES = ["DAILY", "WEEKLY", "NEVER"] as const;
