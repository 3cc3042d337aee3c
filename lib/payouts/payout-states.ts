/** What a payout is: of an account's free money, of a deposit that goes back, or of a settlement. */
export const PAYOUT_KINDS = ["PAYOUT", "REFUND", "SETTLEMENT"] as const;

/** RECORDED was made elsewhere; the others follow one another as treasury has it. */
export const PAYOUT_STATES = [
  "RECORDED",
  "REQUESTED",
  "APPROVED",
  "PREPARED",
  "SIGNED",
  "BROADCAST",
  "CONFIRMED",
  "REJECTED",
  "CANCELLED",
  "FAILED",
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Why one ended without a person's doing, as its `reason` says; a page says it in its reader's language. */
export const ENDED_BECAUSE = {
  undecided: "Nobody decided it in time.",
  returned: "The bank has returned it.",
  missed: "A block has its transaction, which paid its destination nothing.",
  unlisted: "Its beneficiary does not stand any more.",
} as const;
