import { z } from "zod";
import { count, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, text, whole } from "#lib/contract/fields.ts";
import { KEPT_DAYS } from "./request-log-days.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** One call as the list shows it; `at` is the wall clock's, epoch milliseconds. */
const requestLine = z
  .object({
    requestId: z.string(),
    at: time(),
    method: z.string(),
    /** Path and query as sent, secrets struck out. */
    target: z.string(),
    route: z.string(),
    status: count(),
    durationMs: count(),
    caller: z.string(),
    code: z.string().optional(),
    message: z.string().optional(),
    idempotencyKey: z.string().optional(),
    replayed: z.boolean(),
    /** The bill or conversion it was about. */
    objectId: z.string().optional(),
    clientAddress: z.string().optional(),
  })
  .meta({ id: "Request" });

export type RequestLine = z.output<typeof requestLine>;

/** With both bodies, cut to a few thousand characters and secrets struck out. */
const requestWhole = requestLine
  .extend({ requestBody: z.string().optional(), responseBody: z.string().optional() })
  .meta({ id: "RequestDetail" });

export type RequestWhole = z.output<typeof requestWhole>;

/** Failures that say the same, counted. */
const failure = z
  .object({
    method: z.string(),
    route: z.string(),
    status: count(),
    code: z.string(),
    message: z.string(),
    count: count(),
    lastAt: time(),
    lastRequestId: z.string(),
  })
  .meta({ id: "RequestFailure" });

export type FailureGroup = z.output<typeof failure>;

export const getRequestsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/requests",
  scope: "events:read",
  summary: `Answers the account's calls of the last ${KEPT_DAYS} days, newest first; each shows within a second.`,
  query: z.object({
    startTime: epochMs().optional(),
    endTime: epochMs().optional(),
    outcome: oneOf(["ok", "failed"]).optional(),
    by: oneOf(["programs", "people"]).optional(),
    method: oneOf(METHODS).optional(),
    route: text(1, 256).optional(),
    code: text(1, 64).optional(),
    keyId: text(1, 64).optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: pageOf(requestLine).meta({ id: "RequestPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getRequestEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/requests/[requestId]",
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
  query: z.object({ startTime: epochMs().optional() }),
  answer: listOf(failure).meta({ id: "RequestFailureList" }),
});
