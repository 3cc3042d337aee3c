import { z } from "zod";
import { count, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { REQUEST_FILTERS } from "./request-filters.ts";
import { RETENTION_DAYS } from "./request-log-days.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { AT, LIMIT, REQUEST_ID, STARTS_AFTER, START_TIME, meaning } from "#lib/contract/meanings.ts";

/** One call as the list shows it; `at` is the wall clock's, epoch milliseconds. */
const requestLine = z
  .object({
    requestId: z.string().meta(REQUEST_ID),
    at: time().meta(AT),
    method: z.string().meta(meaning("HTTP method.", "POST")),
    /** Path and query as sent, secrets struck out. */
    target: z
      .string()
      .meta(meaning("Path and query as sent, secrets struck out.", "/payment/v1/requestPaymentAddress")),
    route: z
      .string()
      .meta(
        meaning(
          "The operation's path with its parameters by name; none when there was no such path.",
          "/payment/v1/requestPaymentAddress",
        ),
      ),
    status: count().meta(meaning("HTTP status.", 200)),
    durationMs: count().meta(meaning("How long the answer took, milliseconds.", 12)),
    caller: z.string().meta(meaning("Key or person; unproven when neither was shown.", `key:${IDS.key}`)),
    code: z.string().optional().meta(meaning("One of the codes of the error reference.", "VALIDATION_FAILED")),
    message: z
      .string()
      .optional()
      .meta(meaning("One sentence that says what to change.", "fiatReceivable must be greater than zero.")),
    idempotencyKey: z.string().optional().meta(meaning("The Idempotency-Key it carried.", "order-4711")),
    replayed: z.boolean().meta(meaning("Answered again from what its Idempotency-Key had done before.", false)),
    /** The bill or conversion it was about. */
    objectId: z.string().optional().meta(meaning("The bill, deposit or conversion it was about.", IDS.payment)),
    clientAddress: z.string().optional().meta(meaning("Network address of the caller.", "203.0.113.7")),
  })
  .meta({ id: "Request" });

export type RequestLine = z.output<typeof requestLine>;

/** With both bodies, cut to a few thousand characters and secrets struck out. */
const requestWhole = requestLine
  .extend({
    requestBody: z
      .string()
      .optional()
      .meta(
        meaning(
          "What was sent, cut to a few thousand characters, secrets struck out.",
          '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42"}',
        ),
      ),
    responseBody: z
      .string()
      .optional()
      .meta(meaning("What was answered, cut and struck out likewise.", `{"paymentId":"${IDS.payment}"}`)),
  })
  .meta({ id: "RequestDetail" });

export type RequestWhole = z.output<typeof requestWhole>;

/** Failures that say the same, counted. */
const failure = z
  .object({
    method: z.string().meta(meaning("HTTP method.", "POST")),
    route: z
      .string()
      .meta(
        meaning(
          "The operation's path with its parameters by name; none when there was no such path.",
          "/payment/v1/requestPaymentAddress",
        ),
      ),
    status: count().meta(meaning("HTTP status.", 200)),
    code: z.string().meta(meaning("One of the codes of the error reference.", "VALIDATION_FAILED")),
    message: z
      .string()
      .meta(meaning("One sentence that says what to change.", "fiatReceivable must be greater than zero.")),
    count: count().meta(meaning("How many.")),
    lastAt: time().meta(meaning("When it happened last, epoch milliseconds.")),
    lastRequestId: z.string().meta(meaning("The latest of these calls.", IDS.request)),
  })
  .meta({ id: "RequestFailure" });

export type FailureGroup = z.output<typeof failure>;

export const getRequestsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/requests",
  scope: "events:read",
  summary: `Answers the account's calls of the last ${RETENTION_DAYS} days, newest first; each shows within a second.`,
  query: z.object({
    ...fieldsOf(REQUEST_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(requestLine).meta({ id: "RequestPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getRequestEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/requests/[requestId]",
  params: { requestId: REQUEST_ID },
  scope: "events:read",
  summary: "Answers one call with its bodies, secrets struck out.",
  answer: requestWhole,
  refuses: ["NOT_FOUND"],
});

export const getFailuresEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/requests/errors",
  scope: "events:read",
  summary: "Answers the refused and failed calls since a time (24 hours), those that say the same counted together.",
  description: "What a person's page asked for and left before the answer is no failure, and stands in the log alone.",
  query: z.object({ startTime: epochMs().optional().meta(START_TIME) }),
  answer: listOf(failure).meta({ id: "RequestFailureList" }),
});
