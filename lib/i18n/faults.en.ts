import type { ErrorCode } from "#lib/kernel/errors.ts";
import { englishFault } from "./field-faults.en.ts";
import { REFUSAL_STATES } from "./refusal-states.ts";

/** Facts of a refusal as its reader's language writes them; absent where the answer has none. */
export type FaultFacts = {
  minimum?: string | undefined;
  maximum?: string | undefined;
  available?: string | undefined;
  room?: string | undefined;
  expected?: string | undefined;
  /** The chain whose node did not answer. */
  network?: string | undefined;
  /** The fields at fault, with commas between. */
  fields?: string | undefined;
};

/** Every code of the API, and those of an answer that did not come or cannot be read. */
export type FaultCode = ErrorCode | "UNREACHABLE" | "UNKNOWN";
export type FaultWords = Readonly<Record<FaultCode, (facts: FaultFacts) => string>> & {
  /** A contract's predicate of a field, such as "must be a number". */
  field: (predicate: string) => string;
  /** The same as it stands at the field itself: a sentence, of which the label says the subject. */
  atField: (predicate: string) => string;
  /** A field that was left empty. */
  empty: string;
  /** A sentence of the API whose code has many causes; undefined: the code's own sentence says it. */
  sentence: (message: string) => string | undefined;
  /** What was typed could be two numbers; the reader's mark of decimals. */
  twoNumbers: (mark: string) => string;
};

const CODE = /\b[A-Z]{4,}\b/g;
/** It is about the request, of which who reads a page has seen nothing. */
const NAMES_FIELD = /\bthis (?:id|[a-z]+[A-Z]\w*)\b/;
const STATES: ReadonlySet<string> = new Set(REFUSAL_STATES);

const reload = "Reload the page and check the current state.";

/** The English sentence of each code: what is wrong, and what to change. */
export const en: FaultWords = {
  field: (predicate) => predicate,
  atField: englishFault,
  empty: "Enter a value.",
  sentence(message) {
    if (NAMES_FIELD.test(message)) return undefined;
    return message.replaceAll(CODE, (word) => (STATES.has(word) ? word.toLowerCase() : word));
  },
  twoNumbers: (mark) =>
    `This could be two numbers. Write thousands without a separator, and decimals behind “${mark}”.`,
  VALIDATION_FAILED: ({ fields }) => (fields ? `Correct these fields: ${fields}.` : "The request is not valid."),
  INVALID_JSON: () => "The request could not be read. Reload the page and try again.",
  INVALID_TARGET: () => "The address of the request is not valid. Reload the page and try again.",
  ACCOUNT_REQUIRED: () => "You belong to several accounts. Select one first.",
  UNSUPPORTED_CRYPTO: () => "This crypto is not supported.",
  UNSUPPORTED_FIAT: () => "This currency is not supported.",
  UNSUPPORTED_PAIR: () => "This pair is not supported. Select another one.",
  NETWORK_TYPE_NOT_FOUND: () => "This network is not supported. Select Ethereum or Tron.",
  NETWORK_TYPE_NOT_ALLOWED: () => "Only USDT takes a network.",
  STRATEGY_NOT_ALLOWED: () => "The strategy LMT is available for USDT and USDC only.",
  LIMIT_PRICE_NOT_CONFIGURED: () => "Enter a limit price: the account has none for this pair.",
  AMOUNT_OUT_OF_RANGE: ({ minimum, maximum }) =>
    minimum && maximum ? `Enter an amount from ${minimum} to ${maximum}.` : "The amount is out of range.",
  RANGE_TOO_LONG: () => "The range is longer than 90 days. Select a shorter one.",
  INVALID_PAGINATION_TOKEN: () => "The list has changed. Reload the page.",
  DUPLICATE_ITEM: () => "A bill is selected twice.",
  SYMBOL_MISMATCH: () => "Not all bills are of this pair.",
  QUANTITY_MISMATCH: ({ expected }) =>
    expected ? `The available amount has changed: it is now ${expected}.` : "The available amount has changed.",
  BELOW_MINIMUM: ({ minimum }) =>
    minimum ? `The amount is below the minimum of ${minimum}.` : "The amount is below the minimum.",
  UNAUTHENTICATED: () => "You are signed out, or the sign-in is not valid. Sign in again.",
  FORBIDDEN: () => "Your role does not allow this.",
  NOT_FOUND: () => "This no longer exists, or belongs to another account.",
  PAYMENT_NOT_FOUND: () => "A payment no longer exists, or belongs to another account.",
  METHOD_NOT_ALLOWED: () => "This action is not available here.",
  REQUEST_TIMEOUT: () => "The request took too long to arrive. Try again.",
  INVALID_STATE: () => `This is not possible in the current state. ${reload}`,
  REQUEST_IN_FLIGHT: () => "The same request is still being processed. Try again in a moment.",
  LOST_HOURS_OPEN: () =>
    "On hold since the restore: first state under Payouts, To sign, that nothing signed in the lost hours is still to be sent.",
  LEFT_UNEXPLAINED: () =>
    "On hold: money has left unexplained, and may be this payment. First decide its case under Cases.",
  EXPOSURE_LIMIT: ({ room }) =>
    room
      ? `The limit of open bills is reached: ${room} are left. Request less, wait, or raise the limit.`
      : "The limit of open bills is reached. Request less, wait, or raise the limit.",
  INSUFFICIENT_LIQUIDITY: ({ available }) =>
    available
      ? `The market takes at most ${available} near its best price. Sell less or try later.`
      : "The market does not take this amount near its best price. Request less or try later.",
  ALREADY_IN_CONVERSION: () => "A bill is already in another conversion.",
  NOTHING_TO_CONVERT: () => "A bill has nothing available to convert.",
  INSUFFICIENT_FUNDS: ({ available }) =>
    available ? `Only ${available} is available.` : "The amount is more than is available.",
  APPROVAL_REQUIRED: () => "This needs the approval of a second person; it is requested.",
  QUOTE_SUPERSEDED: () => "A newer quote replaced this one. Check the new figures first.",
  QUOTE_REQUIRED: () => "There is no quote to execute. Request one first.",
  QUOTE_EXPIRED: () => "The quote has expired. Request a new one.",
  BODY_TOO_LARGE: () => "The request is too large. Send less at once.",
  UNSUPPORTED_MEDIA_TYPE: () => "The format of the request is not supported. Reload the page and try again.",
  IDEMPOTENCY_KEY_REUSED: () => "This form was sent before with other values. Reload the page and try again.",
  RATE_LIMITED: () => "Too many requests. Try again in a moment.",
  HEADERS_TOO_LARGE: () => "The browser sends too much with the request. Delete this site's cookies and sign in again.",
  INTERNAL: () => "An internal error occurred. Try again; if it persists, give the request id to your administrator.",
  PRICE_UNAVAILABLE: () => "No fresh price is available for this pair. Try again in a moment.",
  VENUE_UNAVAILABLE: () => "The venue is not responding. Try again in a moment.",
  SERVICE_UNAVAILABLE: ({ network }) =>
    network
      ? `The node of ${network} is not responding; nothing was changed. Try again in a moment.`
      : "The service is not available. Try again in a moment.",
  UNREACHABLE: () => "The server did not respond. Check the connection; nothing is known to have changed.",
  UNKNOWN: () => "The server refused the request. Try again.",
};
