import type { ErrorCode } from "#lib/kernel/errors.ts";

/** Why a code is answered, and what the caller does about it: one page of the reference each. */
export type ErrorFacts = { cause: string; fix: string };

const AGAIN =
  "Nothing was changed. Send the same request again with the same Idempotency-Key after Retry-After seconds.";

export const ERROR_FACTS: Readonly<Record<ErrorCode, ErrorFacts>> = {
  VALIDATION_FAILED: {
    cause: "A field or query parameter is missing, unknown, repeated, of the wrong kind or out of bounds.",
    fix: "Read errors: each entry names a field and says what it must be. Send a corrected request.",
  },
  INVALID_JSON: {
    cause: "The body is no JSON object in UTF-8, repeats a name, nests too deep or holds an exponent beyond ±20.",
    fix: "Write the body with a JSON library and send one object.",
  },
  INVALID_TARGET: {
    cause: "The request line or the Host header is malformed.",
    fix: "Send a path such as /payment/v1/payment and exactly one Host header.",
  },
  ACCOUNT_REQUIRED: {
    cause: "You are signed in as a person who belongs to several accounts.",
    fix: "Name the account in the header x-account. Keys never need it.",
  },
  UNSUPPORTED_CRYPTO: { cause: "The crypto is not supported.", fix: "Use BTC, BCH, USDT or USDC, in capitals." },
  UNSUPPORTED_FIAT: { cause: "The fiat is not supported.", fix: "Use EUR, USD, GBP, CAD or JPY, in capitals." },
  UNSUPPORTED_PAIR: {
    cause: "The operator reads no prices of this crypto in this fiat.",
    fix: "Use another fiat with it, or ask the operator to have the pair priced.",
  },
  NETWORK_TYPE_NOT_FOUND: {
    cause: "networkType is neither eth nor tron.",
    fix: "Send eth or tron with USDT; leave the field out for everything else.",
  },
  NETWORK_TYPE_NOT_ALLOWED: {
    cause: "networkType was sent with another crypto than USDT.",
    fix: "Leave networkType out.",
  },
  STRATEGY_NOT_ALLOWED: {
    cause: "LMT was asked for with another crypto than USDT or USDC.",
    fix: "Use RFQ, RAI or ACA, or a bill in USDT or USDC.",
  },
  LIMIT_PRICE_NOT_CONFIGURED: {
    cause: "LMT was asked for, but neither the request nor the account's settings name a limit price.",
    fix: "Send limitPrice, or set limitPrice for the pair in the settings.",
  },
  AMOUNT_OUT_OF_RANGE: {
    cause: "The amount is below the smallest or above the largest that is taken.",
    fix: "Read minimum and maximum in the answer and send an amount between them.",
  },
  RANGE_TOO_LONG: {
    cause: "startTime and endTime are more than 90 days apart.",
    fix: "Ask for at most 90 days at a time; exactly 90 are fine.",
  },
  INVALID_PAGINATION_TOKEN: {
    cause: "The token was altered, or is used with other filters or by another account than it was made for.",
    fix: "Send the token of the last answer as it is, with the very filters of the first request.",
  },
  DUPLICATE_ITEM: { cause: "One bill is named twice.", fix: "Name each paymentId once." },
  SYMBOL_MISMATCH: {
    cause: "A bill has another crypto or another fiat than the invoice.",
    fix: "Put bills of one pair into one invoice; errors names those that differ.",
  },
  QUANTITY_MISMATCH: {
    cause: "quantity is not the exact sum of what the bills have free.",
    fix: "Send expectedQuantity of the answer, or read the bills again: money may have come in between.",
  },
  BELOW_MINIMUM: {
    cause:
      "The sum is less than the venue sells, or brings nothing at the price of now; a payout is less than its network passes on.",
    fix: "Put more bills into the invoice, or ask for a larger payout; minimum in the answer says how much it takes.",
  },
  UNAUTHENTICATED: {
    cause:
      "The key is unknown, ended or expired, the signature does not fit, the timestamp is off, or the nonce was used before.",
    fix: "Check your clock, use a new nonce for each request, and sign the bytes you send; see the guide on signing.",
  },
  FORBIDDEN: {
    cause: "The key lacks the scope, is used from another address, or the request comes from a foreign web page.",
    fix: "Use a key with the scope the message names, from an allowed address.",
  },
  NOT_FOUND: {
    cause: "There is nothing at this path, or nothing of yours with this identifier.",
    fix: "Check path and identifier. What belongs to another account answers just like this.",
  },
  PAYMENT_NOT_FOUND: {
    cause: "There is no bill of yours with this identifier.",
    fix: "Use the paymentId that the creation of the bill has answered.",
  },
  METHOD_NOT_ALLOWED: { cause: "The path exists, but not for this method.", fix: "Use a method of the header Allow." },
  REQUEST_TIMEOUT: {
    cause: "The request did not arrive as a whole in time.",
    fix: "Send it again, with the same Idempotency-Key.",
  },
  INVALID_STATE: {
    cause: "The object's state does not allow this.",
    fix: "Read the object again and act on the state it has now.",
  },
  REQUEST_IN_FLIGHT: {
    cause: "Another request with this Idempotency-Key is being worked on.",
    fix: "Send the same request again after Retry-After seconds; it answers what the first one did.",
  },
  LOST_HOURS_OPEN: {
    cause:
      "The database was restored, and a transaction that was signed, or a bank's file that was written, in the hours it has lost may still be sent: prepared again, the same would be paid twice.",
    fix: "Destroy what of those hours was not sent; then state it by POST /house/v1/lost-hours, and have a second person agree.",
  },
  LEFT_UNEXPLAINED: {
    cause:
      "Money has left us by what nothing explains, and it may be this payment: it paid the same destination, or after a restore the same asset.",
    fix: "Decide the case that the message names the transaction or bank line of; then ask again.",
  },
  EXPOSURE_LIMIT: {
    cause:
      "Live promises would exceed a limit of the account or of the operator. A promise lives until it is used up, or until its guarantee ends. With `room` 0 the pair is stopped until the operator has sold what it holds of it.",
    fix: "Ask for at most `room`, try again after `retryAfterMs`, or have the limit raised.",
  },
  INSUFFICIENT_LIQUIDITY: {
    cause: "The market does not take so much near its best price at the moment.",
    fix: "Ask for less, split it, or try again later; for a conversion `available` says how much it takes now.",
  },
  ALREADY_IN_CONVERSION: {
    cause: "What the bill has is held by another invoice.",
    fix: "Execute or cancel that invoice first; the bill's conversions name it.",
  },
  NOTHING_TO_CONVERT: {
    cause: "The bill has no unconverted crypto.",
    fix: "Leave the bill out; ask for convertible=true to find bills that have some.",
  },
  INSUFFICIENT_FUNDS: {
    cause: "More was to be paid out than is free, or than is pending for a return.",
    fix: "Read the balances and send at most what is there.",
  },
  APPROVAL_REQUIRED: {
    cause: "The execution is above what one person may do alone, and nobody else has agreed to it yet.",
    fix: "Have another person approve the request that `approvalId` names, ask for a fresh quote and execute again.",
  },
  QUOTE_SUPERSEDED: {
    cause: "Another quote has taken this one's place.",
    fix: "Execute the newer quote, or ask for one more and look at its price.",
  },
  QUOTE_REQUIRED: { cause: "The invoice has no quote.", fix: "Ask for a quote, look at it, then execute." },
  QUOTE_EXPIRED: { cause: "The quote's time is over.", fix: "Ask for a new quote and execute it within its lifetime." },
  BODY_TOO_LARGE: {
    cause: "The body is larger than 64 KiB, or of a bank's file than 16 MiB.",
    fix: "Send less, such as fewer items at a time.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: "The body is not said to be application/json in UTF-8, or is compressed.",
    fix: "Send content-type: application/json and the plain text.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: "This Idempotency-Key was used with another payload.",
    fix: "Use a new key for each intent, and the same key only to repeat the same request.",
  },
  RATE_LIMITED: {
    cause: "The key has used up its requests for the moment.",
    fix: "Wait Retry-After seconds. The headers RateLimit and RateLimit-Policy tell the budget with every answer.",
  },
  HEADERS_TOO_LARGE: { cause: "The headers are larger than 16 KiB.", fix: "Send fewer or shorter headers." },
  INTERNAL: {
    cause: "Something went wrong on our side.",
    fix: "Send the same request again with the same Idempotency-Key; if it stays, report the requestId.",
  },
  PRICE_UNAVAILABLE: { cause: "There is no price of the pair that is younger than 15 seconds.", fix: AGAIN },
  VENUE_UNAVAILABLE: { cause: "The venue cannot be reached.", fix: AGAIN },
  SERVICE_UNAVAILABLE: { cause: "The database is away or busy, or the node of `network` does not answer.", fix: AGAIN },
};
