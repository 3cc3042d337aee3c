/** What can wait for a person, the gravest first. */
export const CASE_KINDS = [
  "UNKNOWN_SPEND",
  "UNKNOWN_WITHDRAWAL",
  "UNKNOWN_TRADE",
  "CUSTODY",
  "NOT_SENT",
  "HELD",
  "SANCTIONED",
  "UNKNOWN_LINE",
  "UNKNOWN_DEPOSIT",
  "STATEMENT_GAP",
  "STATEMENT_REFUSED",
  "WRONG_ASSET",
  "UNKNOWN_BILL",
  "REVERSED",
  "OWED",
  "UNKNOWN_OUTCOME",
  "SOLD_TWICE",
  "NOT_HEDGED",
  "HEDGE_OPEN",
  "FAILED",
  "VENUE_SILENT",
  "CHAIN",
  "STALE_PRICE",
  "WEBHOOK",
  "TO_RETURN",
  "NOT_SOLD",
  "LATE",
  "LIMIT_NOT_MET",
  "UNDERPAID",
  "OVERPAID",
  "STOCK_LOW",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** A case whose facts are gone has the further state SETTLED; no person sets that one. */
export const CASE_STATES = ["OPEN", "MUTED", "CLOSED"] as const;

export const CASE_SORTS = ["worth", "-worth", "since", "-since"] as const;
