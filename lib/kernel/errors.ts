/** The one table of codes a caller can meet, and the HTTP status each one is answered with (rulebook 2.2). */
export const STATUS_OF_CODE = {
  VALIDATION_FAILED: 400,
  INVALID_JSON: 400,
  INVALID_TARGET: 400,
  ACCOUNT_REQUIRED: 400,
  UNSUPPORTED_CRYPTO: 400,
  UNSUPPORTED_FIAT: 400,
  UNSUPPORTED_PAIR: 400,
  NETWORK_TYPE_NOT_FOUND: 400,
  NETWORK_TYPE_NOT_ALLOWED: 400,
  STRATEGY_NOT_ALLOWED: 400,
  LIMIT_PRICE_NOT_CONFIGURED: 400,
  AMOUNT_OUT_OF_RANGE: 400,
  RANGE_TOO_LONG: 400,
  INVALID_PAGINATION_TOKEN: 400,
  DUPLICATE_ITEM: 400,
  SYMBOL_MISMATCH: 400,
  QUANTITY_MISMATCH: 400,
  BELOW_MINIMUM: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  INVALID_STATE: 409,
  REQUEST_IN_FLIGHT: 409,
  LOST_HOURS_OPEN: 409,
  LEFT_UNEXPLAINED: 409,
  EXPOSURE_LIMIT: 409,
  INSUFFICIENT_LIQUIDITY: 409,
  ALREADY_IN_CONVERSION: 409,
  NOTHING_TO_CONVERT: 409,
  INSUFFICIENT_FUNDS: 409,
  APPROVAL_REQUIRED: 409,
  QUOTE_SUPERSEDED: 409,
  QUOTE_REQUIRED: 409,
  QUOTE_EXPIRED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  PRICE_UNAVAILABLE: 503,
  VENUE_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;
export const ERROR_CODES = Object.keys(STATUS_OF_CODE) as ErrorCode[];

export type FieldError = { field: string; message: string; code?: ErrorCode };

/** What a refusal may carry beside its sentence. `body` holds additional top-level fields such as `minimum`. */
export type RefusalDetail = {
  errors?: FieldError[];
  body?: Record<string, unknown>;
  /** When asking again may help. */
  retryAfterSeconds?: number;
};

const REFUSAL = Symbol.for("desk.refusal");

/**
 * Something the caller can do something about: a code from the one table and one sentence saying what to change.
 * Recognise it with {@link isRefusal}: several copies of this module live in the web process.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;
  readonly [REFUSAL] = true;

  constructor(code: ErrorCode, sentence: string, detail: RefusalDetail = {}) {
    super(sentence);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
  }
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && (error as { [REFUSAL]?: boolean })[REFUSAL] === true;
}

/** A 400 that names one field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal("VALIDATION_FAILED", message, { errors: [{ field, message }] });
}

/** A range that ends before it begins: by the end that was sent, or by now, where a range without one ends. */
export function endsBefore(endTime: Date | undefined): Refusal {
  if (endTime) return invalid("endTime", "endTime must not be before startTime.");
  return invalid("startTime", "startTime is ahead of now: give an endTime that is not before it.");
}

/** Asserts an invariant of ours; its failure crashes the request (500), never the process. */
export function must(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${claim}`);
}
