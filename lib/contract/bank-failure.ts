import { z } from "zod";
import { count } from "./answers.ts";
import { meaning } from "./meanings.ts";

/** Why a bank's file was refused as a whole. */
export const BANK_FAILURES = [
  "NO_STATEMENT",
  "NOT_XML",
  "NOT_ISO20022",
  "NO_REFERENCE",
  "CURRENCY",
  "NO_BALANCES",
  "NO_SIGN",
  "NO_AMOUNT",
  "BAD_AMOUNT",
  "NO_DATE",
  "BAD_DATE",
  "UNKNOWN_ACCOUNT",
  "SUM",
  "TWICE",
  "CHANGED",
  "OTHER_READING",
  "AHEAD",
  "NO_HEADER",
  "NO_LINES",
  "TOO_MANY_LINES",
  "ENCODING",
  "NOT_CSV",
  "HEADER",
  "NO_COLUMN",
  "TOO_LONG",
  "NO_ID",
  "NO_BALANCE",
  "BALANCE",
] as const;
export type BankFailureCode = (typeof BANK_FAILURES)[number];

/** The same as facts, from which the page of each reader writes the sentence. */
export const bankFailure = z
  .object({
    code: z
      .enum(BANK_FAILURES)
      .meta(
        meaning(
          "NO_STATEMENT, NOT_XML, NOT_ISO20022, NOT_CSV, ENCODING: the file is not of its kind. NO_REFERENCE, CURRENCY, NO_BALANCES, UNKNOWN_ACCOUNT, SUM: a statement of it. NO_SIGN, NO_AMOUNT, BAD_AMOUNT, NO_DATE, BAD_DATE, NO_ID, NO_BALANCE, BALANCE, NO_COLUMN, TOO_LONG: a line. TWICE, CHANGED: a line that is there twice, or said something else before. OTHER_READING: its days were taken in by another reading. AHEAD: it tells of a day that has not come. NO_HEADER, HEADER, NO_LINES, TOO_MANY_LINES: its shape.",
          "BAD_AMOUNT",
        ),
      ),
    line: count().optional().meta(meaning("Line of the file, from 1.", 3)),
    statement: z.string().optional().meta(meaning("The bank's name of the statement.", "2026-11-20")),
    value: z
      .string()
      .optional()
      .meta(
        meaning(
          "What stands there; of NO_BALANCES which one is missing, OPENING or CLOSING, absent where both are; of ENCODING the one that XML declares.",
          "1.000,5O",
        ),
      ),
    expected: z.string().optional().meta(meaning("What should: a currency, or how dates are written.", "EUR")),
    column: z.string().optional().meta(meaning("The column it is about.", "Amount")),
    limit: count().optional().meta(meaning("Of TOO_MANY_LINES and TOO_LONG: the most there may be.", 5_000)),
  })
  .meta({ id: "BankFailure" });

export type BankFailure = z.output<typeof bankFailure>;
