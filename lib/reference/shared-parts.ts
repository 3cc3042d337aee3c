import { PARTS } from "#lib/signing/difference.ts";
import { ERROR_FACTS } from "./error-facts.ts";
import { EXAMPLE_IDS } from "#lib/contract/example-ids.ts";
import type { JsonSchema } from "./schemas.ts";

const JSON_TYPE = "application/json";
const field = (description: string, example: unknown, more: JsonSchema = { type: "string" }): JsonSchema => ({
  ...more,
  description,
  examples: [example],
});

/** The one body of every refusal (rulebook 2.1). */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description: "Every refusal has this form. Go by `code`; `message` is for people and may change its wording.",
  required: ["message", "code", "requestId"],
  properties: {
    message: field("One sentence that says what to change.", "fiatReceivable must be greater than zero."),
    code: field("Why, as one of the codes of the error reference.", "VALIDATION_FAILED", {
      type: "string",
      enum: Object.keys(ERROR_FACTS),
    }),
    requestId: field("Identifier of the request, as in the header x-request-id.", EXAMPLE_IDS.request),
    errors: {
      type: "array",
      description: "What is wrong, field by field.",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: {
          field: field("The field, as in items[1].paymentId.", "fiatReceivable"),
          message: field("What it must be.", "fiatReceivable must be greater than zero."),
          code: field("The entry's own code, where entries differ.", "NOTHING_TO_CONVERT"),
        },
      },
    },
    minimum: field("The smallest amount that is taken.", 1, { type: "number" }),
    maximum: field("The largest amount that is taken.", 1000000, { type: "number" }),
    available: field("How much the market takes near its best price now.", 9.5, { type: "number" }),
    approvalId: field("The request that another person has to approve first.", EXAMPLE_IDS.approval),
    room: field("How much fiat may still be promised under the limits.", 3000, { type: "number" }),
    retryAfterMs: field("When the next promise ends, in milliseconds from now.", 840000, { type: "integer" }),
    expectedQuantity: field("The quantity that would be right.", 0.0016751, { type: "number" }),
    network: field("The chain whose node does not answer.", "eth"),
    line: field("Line of a bank's file, from 1.", 3, { type: "integer" }),
    failure: { description: "Why a bank's file was refused, as facts.", $ref: "#/components/schemas/BankFailure" },
    difference: {
      type: "object",
      description: "How a signed transaction differs from what was prepared, where it does first.",
      required: ["part", "expected", "found"],
      properties: {
        part: field("What differs.", "AMOUNT", { enum: [...PARTS] }),
        at: field("Of which input or output, from 1.", 2, { type: "integer" }),
        expected: field("What was prepared.", "41209"),
        found: field("What came back.", "41208"),
      },
    },
    passwordFault: field("What is wrong with a new password: too short, too long, or easily guessed.", "COMMON", {
      enum: ["SHORT", "LONG", "COMMON"],
    }),
    secondFactor: field("What a person must do first: prove a second factor again, or add one.", "PROVE", {
      type: "string",
      enum: ["PROVE", "ENROL"],
    }),
  },
};

export const HEADERS: Record<string, unknown> = {
  "x-request-id": {
    description: "Identifier of the request; quote it when you report something.",
    schema: { type: "string", examples: [EXAMPLE_IDS.request] },
  },
  "retry-after": {
    description: "Seconds after which another try makes sense.",
    schema: { type: "integer", examples: [1] },
  },
  ratelimit: {
    description: "What is left of the key's budget.",
    schema: { type: "string", examples: ['"default";r=199;t=1'] },
  },
  "idempotent-replayed": {
    description: "`true` when the answer is that of an earlier request with this Idempotency-Key.",
    schema: { type: "string", examples: ["true"] },
  },
};

export const HEADER_PARAMETERS: Record<string, unknown> = {
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes repeating safe: within 24 hours the same key with the same payload has one effect and one answer.",
    schema: { type: "string", minLength: 1, maxLength: 255, examples: ["order-1042-create"] },
  },
  account: {
    name: "x-account",
    in: "header",
    description: "The account to act for, when a person belongs to several. Keys never need it.",
    schema: { type: "string", examples: ["acme"] },
  },
};

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

/** A signed request carries all four headers together. */
export const SECURITY_SCHEMES: Record<string, unknown> = {
  apiKey: header("x-api-key", "Identifier of the key."),
  timestamp: header("x-timestamp", "Epoch time in milliseconds, at most 30 seconds from the server's clock."),
  nonce: header("x-nonce", "1 to 64 printable characters, each value once per key."),
  signature: header(
    "x-signature",
    "Lower-case hex HMAC-SHA256 under the key's secret of five lines joined by a line feed: timestamp, nonce, METHOD, path and query exactly as sent, hex SHA-256 of the body's bytes. A key made with an Ed25519 public key signs the same lines: 128 lower-case hex digits, or base64.",
  ),
  sandboxBasic: { type: "http", scheme: "basic", description: "keyId:secret, for keys of a sandbox only." },
  session: { type: "apiKey", in: "cookie", name: "next-auth.session-token", description: "A person who is signed in." },
};

const probe = (operationId: string, summary: string, responses: Record<string, unknown>) => ({
  get: {
    operationId,
    tags: ["Probes"],
    summary,
    description: "Public: asks for no authentication.",
    security: [],
    responses,
  },
});

const answer = (description: string, schema: JsonSchema, type = JSON_TYPE) => ({
  description,
  content: { [type]: { schema } },
});

const READINESS: JsonSchema = {
  type: "object",
  required: ["ready", "database", "worker", "chains", "prices"],
  properties: {
    ready: field("Whether the program can do its work.", true, { type: "boolean" }),
    database: field("Whether the database answers.", true, { type: "boolean" }),
    restored: field("Whether the database is an older copy that is not recovered yet.", false, { type: "boolean" }),
    worker: field("Whether a worker lives.", true, { type: "boolean" }),
    prices: {
      type: "object",
      description: "Which prices are fresh; without any the program is not ready.",
      required: ["fresh", "stale"],
      properties: {
        fresh: field("Pairs that have a fresh price.", 19, { type: "integer" }),
        stale: { type: "array", description: "Pairs that have lost theirs.", items: field("Pair.", "BTC/EUR") },
      },
    },
    chains: {
      type: "array",
      description: "How far each chain is followed.",
      items: {
        type: "object",
        required: ["network", "height", "lag"],
        properties: {
          network: field("Chain.", "bitcoin"),
          height: field("Number of the last block read.", 104, { type: "integer" }),
          lag: field("Blocks that are not read yet.", 0, { type: "integer" }),
          completeTo: field("Below this block nothing is missing.", 104, { type: "integer" }),
          lastSeen: field("When it was last looked at, epoch milliseconds.", 1795069924801, { type: "integer" }),
          state: field("How the chain is.", "OK"),
          sentence: field("The state in one sentence; told to monitors only.", "Complete to block 104."),
        },
      },
    },
  },
};

/** What answers without an endpoint's machinery. */
export const PROBES: Record<string, unknown> = {
  "/healthz": probe("getHealth", "Answers as long as the process lives.", {
    "200": answer("The process lives.", {
      type: "object",
      required: ["status"],
      properties: { status: field("Always ok.", "ok") },
    }),
  }),
  "/readyz": probe("getReadiness", "Answers whether the program can do its work.", {
    "200": answer("It can.", { $ref: "#/components/schemas/Readiness" }),
    "503": answer("It cannot; the body says what is missing.", { $ref: "#/components/schemas/Readiness" }),
  }),
  "/metrics": probe("getMetrics", "Answers figures for Prometheus.", {
    "200": answer("Exposition format 0.0.4.", { type: "string", examples: ["desk_ready 1\n"] }, "text/plain"),
  }),
  "/openapi.json": probe("getDocument", "Answers this document.", {
    "200": answer("OpenAPI 3.1.", { type: "object", properties: { openapi: field("Version of OpenAPI.", "3.1.1") } }),
  }),
};

export const SHARED_SCHEMAS: Record<string, JsonSchema> = { Error: ERROR_SCHEMA, Readiness: READINESS };
