const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed try the next one comes, in business time (rulebook 9.5). */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** An endpoint whose every try has failed for this long is disabled. */
export const FAILING_MS: number = 5 * 24 * HOUR;

/** The part of a delay that chance may take off, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Milliseconds until the next try after `failed` failed ones; undefined when that was the last. `chance` is from 0 to 1.
 * Jitter only shortens: after the delay of the contract a try is always due, unless the receiver wants it `afterMs`.
 */
export function retryDelayMs(failed: number, chance: number, afterMs: number = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[failed - 1];
  return delay === undefined ? undefined : Math.max(Math.round(delay * (1 - JITTER * chance)), afterMs);
}

/** The most that a receiver puts its next try off by, so that none is lost to a slip of its clock. */
const MOST_AFTER_MS = 24 * HOUR;

/**
 * Milliseconds that a receiver's `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date, which is of the wall clock.
 * 0 where it says neither.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? "";
  const isDate = / GMT$/.test(text);
  const wanted = isDate ? Date.parse(text) - nowMs : /^\d+$/.test(text) ? Number(text) * SECOND : 0;
  return wanted > 0 ? Math.min(wanted, MOST_AFTER_MS) : 0;
}

/** The HTTP status by which a receiver says that it wants no more (RFC 9110, 15.5.11). */
const GONE = 410;

export type AnswerVerdict = { delivered: boolean; gone: boolean };

/** What a receiver's status says; undefined: there was none. Only 2xx is a receipt, a redirect is not followed. */
export function verdictOf(statusCode: number | undefined): AnswerVerdict {
  return {
    delivered: statusCode !== undefined && statusCode >= 200 && statusCode < 300,
    gone: statusCode === GONE,
  };
}
