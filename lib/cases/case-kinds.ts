/** What can wait for a person, the gravest first. */
export const CASE_KINDS = [
  "APPROVAL",
  "UNKNOWN_SPEND",
  "UNKNOWN_WITHDRAWAL",
  "UNKNOWN_TRADE",
  "CUSTODY",
  "NOT_SENT",
  "LOST_HOURS",
  "NOT_PAID",
  "HELD",
  "SANCTIONED",
  "UNKNOWN_LINE",
  "UNKNOWN_DEPOSIT",
  "STATEMENT_GAP",
  "STATEMENT_REFUSED",
  "BELOW_ZERO",
  "WRONG_ASSET",
  "UNKNOWN_BILL",
  "REVERSAL_DUE",
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
  "KEY_KNOWN",
  "TO_RETURN",
  "NOT_SOLD",
  "LATE",
  "LIMIT_NOT_MET",
  "UNDERPAID",
  "OVERPAID",
  "STOCK_LOW",
  "NOTICE",
  "EXPORT",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** A case whose facts are gone has the further state SETTLED; no person sets that one. */
export const CASE_STATES = ["OPEN", "MUTED", "CLOSED"] as const;

export const CASE_SORTS = ["due", "-due", "worth", "-worth", "since", "-since"] as const;

/** How soon a case is to be decided where nothing of its own runs out: each grade is a setting of the house. */
export const CASE_GRADES = { URGENT: "urgentCaseMs", NORMAL: "normalCaseMs", LOW: "lowCaseMs" } as const;
type CaseGrade = keyof typeof CASE_GRADES;

/** Urgent is what may be a theft, or stops money; low is what costs nobody anything while it waits. */
export const GRADE_OF: Readonly<Record<CaseKind, CaseGrade>> = {
  APPROVAL: "NORMAL",
  UNKNOWN_SPEND: "URGENT",
  UNKNOWN_WITHDRAWAL: "URGENT",
  UNKNOWN_TRADE: "URGENT",
  CUSTODY: "URGENT",
  NOT_SENT: "URGENT",
  LOST_HOURS: "URGENT",
  NOT_PAID: "NORMAL",
  HELD: "NORMAL",
  SANCTIONED: "URGENT",
  UNKNOWN_LINE: "NORMAL",
  UNKNOWN_DEPOSIT: "NORMAL",
  STATEMENT_GAP: "NORMAL",
  STATEMENT_REFUSED: "NORMAL",
  BELOW_ZERO: "NORMAL",
  WRONG_ASSET: "NORMAL",
  UNKNOWN_BILL: "NORMAL",
  REVERSAL_DUE: "URGENT",
  REVERSED: "NORMAL",
  OWED: "NORMAL",
  UNKNOWN_OUTCOME: "URGENT",
  SOLD_TWICE: "URGENT",
  NOT_HEDGED: "URGENT",
  HEDGE_OPEN: "URGENT",
  FAILED: "NORMAL",
  VENUE_SILENT: "URGENT",
  CHAIN: "URGENT",
  STALE_PRICE: "URGENT",
  WEBHOOK: "NORMAL",
  KEY_KNOWN: "NORMAL",
  TO_RETURN: "LOW",
  NOT_SOLD: "NORMAL",
  LATE: "LOW",
  LIMIT_NOT_MET: "LOW",
  UNDERPAID: "LOW",
  OVERPAID: "LOW",
  STOCK_LOW: "NORMAL",
  NOTICE: "NORMAL",
  EXPORT: "LOW",
};

/** Cases that one call works on. */
export const MOST_CASES = 100;

/** Ages by which open cases are counted: from so many hours on, each up to the next. */
export const AGES = ["0", "1", "4", "24", "72"] as const;
export type Age = (typeof AGES)[number];
export const AGES_HOURS = AGES.map(Number);

/** Which of many open cases are wanted where a few are shown: those that came up last, or those that are due next. */
export const CASE_FIRSTS = ["newest", "due"] as const;
export type First = (typeof CASE_FIRSTS)[number];
