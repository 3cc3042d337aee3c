/** What can wait for a person, the gravest first. */
export const CASE_KINDS = [
  "HELD",
  "WRONG_ASSET",
  "REVERSED",
  "OWED",
  "UNKNOWN_OUTCOME",
  "SOLD_TWICE",
  "FAILED",
  "CHAIN",
  "STALE_PRICE",
  "WEBHOOK",
  "TO_RETURN",
  "NOT_SOLD",
  "LATE",
  "LIMIT_NOT_MET",
  "UNDERPAID",
  "OVERPAID",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

export const CASE_SORTS = ["worth", "-worth", "since", "-since"] as const;
