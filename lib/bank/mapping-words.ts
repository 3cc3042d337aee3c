/** The words of a mapping and what they stand for; safe in the browser. */
export const ENCODINGS = { UTF8: "utf-8", LATIN1: "windows-1252" } as const;
export const DELIMITERS = { COMMA: ",", SEMICOLON: ";", TAB: "\t", PIPE: "|" } as const;
export const DECIMALS = { COMMA: ",", POINT: "." } as const;
/** A space is also one that does not break. */
export const THOUSANDS = {
  NONE: "",
  COMMA: ",",
  POINT: "\\.",
  SPACE: "[ \u00a0\u202f]",
  APOSTROPHE: "['\u2019]",
} as const;
export const DATE_FORMATS = [
  "YYYY-MM-DD",
  "DD.MM.YYYY",
  "DD.MM.YY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD-MM-YYYY",
  "YYYY/MM/DD",
  "YYYYMMDD",
] as const;
/** In one column a minus is a debit, or a credit; in two the debits carry no sign, or a minus. */
export const SIGNS = ["MINUS_IS_DEBIT", "MINUS_IS_CREDIT", "UNSIGNED"] as const;
export const LINE_ORDERS = ["OLDEST_FIRST", "NEWEST_FIRST"] as const;

export const keysOf = <T extends object>(words: T): [keyof T & string, ...(keyof T & string)[]] =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]];
