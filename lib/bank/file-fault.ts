import type { BankFailure } from "#lib/contract/bank-failure.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";

/**
 * A refusal of a bank's file as a whole: the English sentence of the API, and the same as facts in its body, from which a
 * page says it in its reader's language.
 */
export function fileFault(field: "text" | "content", sentence: string, failure: BankFailure): Refusal {
  const { line } = failure;
  const message = line === undefined ? sentence : `Line ${line}: ${sentence}`;
  const body = { ...(line !== undefined && { line }), failure };
  return new Refusal("VALIDATION_FAILED", message, { errors: [{ field, message }], body });
}

/** One file holds at most this many lines: they are booked in one transaction. */
export const MOST_LINES = 5_000;

export const tooManyLines = (field: "text" | "content"): Refusal =>
  fileFault(field, `The file has more than ${MOST_LINES} lines.`, { code: "TOO_MANY_LINES", limit: MOST_LINES });

/** The facts of such a refusal; undefined where it is another. */
export const failureOf = (error: unknown): BankFailure | undefined =>
  isRefusal(error) ? (error.detail.body?.["failure"] as BankFailure | undefined) : undefined;
