/** A payout, or a change of settings of which at least one is risky. */
export const APPROVAL_KINDS = ["payout", "setting"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** What is stored, and what the business clock makes of a pending one whose time is over. */
export const APPROVAL_STATES = ["PENDING", "APPROVED", "DECLINED", "WITHDRAWN", "EXPIRED"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
