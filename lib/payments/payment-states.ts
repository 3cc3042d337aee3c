/** The words of payments that the contract, the page's URL and its filters have in common. */
export const PAYMENT_STATUSES = ["PENDING", "DETECTED", "PROCESSING", "COMPLETED", "EXPIRED"] as const;
export const AMOUNT_STATUSES = ["UNPAID", "PARTIAL", "UNDERPAID", "PAID", "OVERPAID"] as const;
export const LABELS = ["LATE", "MULTIPLE", "HELD", "LIMIT_NOT_MET", "REVERSED", "WRONG_ASSET"] as const;
export const SORTS = [
  "createdAt",
  "expiryTime",
  "fiatReceivable",
  "quantity",
  "quantityReceived",
  "difference",
  "value",
] as const;

/** How bills come out, as `bill_outcome` has it. */
export const OUTCOMES = ["PAID", "LATE", "UNDERPAID", "OVERPAID", "EXPIRED", "OPEN"] as const;
export type Outcome = (typeof OUTCOMES)[number];
