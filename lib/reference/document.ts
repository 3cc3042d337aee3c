import type { z } from "zod";
import { whoseIs } from "#lib/contract/permissions.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Meaning } from "#lib/contract/meanings.ts";
import { type ErrorCode, STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import type { Operation } from "./endpoints.ts";
import { ERROR_FACTS } from "./error-facts.ts";
import { webhooksOf } from "./events.ts";
import { EXAMPLE_REQUESTS } from "./example-requests.ts";
import { refusalsOf, securityOf } from "./refusals.ts";
import { type JsonSchema, oneOrMoreOf, SchemaBook } from "./schemas.ts";
import { HEADER_PARAMETERS, HEADERS, PROBES, SECURITY_SCHEMES, SHARED_SCHEMAS } from "./shared-parts.ts";

export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, OpenApiWebhook>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown };
  [more: string]: unknown;
};

export type OpenApiWebhook = {
  post: {
    requestBody: { required: boolean; content: { "application/json": { schema: JsonSchema } } };
    [more: string]: unknown;
  };
};

export type Parameter = {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  style?: "form";
  explode?: false;
  schema?: JsonSchema;
};
export type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;

export type OpenApiOperation = {
  operationId: string;
  /** Answered under this path for one release more. */
  deprecated?: true;
  tags: string[];
  summary: string;
  description: string;
  /** The permission it needs; `public` for none. */
  "x-scope": string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenApiResponse>;
};

export type OpenApiResponse = {
  $ref?: string;
  description?: string;
  content?: Content;
  headers?: Record<string, unknown>;
};

/** The document of all operations, made from the very contracts that check requests; and what has no description. */
export function openApiDocument(operations: readonly Operation[]): {
  document: OpenApiDocument;
  undescribed: string[];
} {
  const book = new SchemaBook();
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    const path = operation.endpoint.path.replaceAll(/\[(\w+)\]/g, "{$1}");
    const method = operation.endpoint.method.toLowerCase();
    const described = operationOf(operation, book);
    paths[path] = { ...paths[path], [method]: described };
    const { former } = operation.endpoint;
    if (former === undefined) continue;
    const old = former.replaceAll(/\[(\w+)\]/g, "{$1}");
    const operationId = `${described.operationId}Before`;
    paths[old] = { ...paths[old], [method]: { ...described, operationId, deprecated: true } };
  }
  const webhooks = webhooksOf(book);
  const document: OpenApiDocument = {
    openapi: "3.1.1",
    info: {
      title: "Crypto payments and conversions",
      version: "1",
      description:
        "Bills stated in fiat and paid in crypto. Numbers are exact JSON numbers: read them from their text where your language's float would not do. Times are epoch milliseconds; those of conversion records are ISO 8601. New fields and new enum values may be added: ignore those you do not know.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The program that serves this document." }],
    tags: TAGS.map(([name, , description]) => ({ name, description })),
    paths: { ...paths, ...(PROBES as OpenApiDocument["paths"]) },
    webhooks,
    components: {
      schemas: { ...book.named, ...SHARED_SCHEMAS },
      parameters: HEADER_PARAMETERS,
      headers: HEADERS,
      responses: sharedResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return { document, undescribed: [...book.undescribed].sort() };
}

const TAGS: readonly (readonly [name: string, paths: RegExp, description: string])[] = [
  [
    "Payments",
    /^\/payment\/v1\/(payment|requestPaymentAddress)|^\/manage\/v1\/payments/,
    "Bills and what came for them.",
  ],
  ["Conversions", /^\/payment\/v1\/conversion/, "Crypto that was kept, sold by invoice."],
  ["Webhooks", /^\/manage\/v1\/(webhook|deliver|events|stream)/, "Events and their delivery."],
  ["House", /^\/house\/v1\//, "What belongs to the company that runs the service."],
  ["Access", /^\/manage\/v1\/(keys|users|audit|requests)/, "Keys, people, and who did what."],
  ["Sandbox", /^\/sandbox\//, "Controls of the simulated world; they do not exist in live."],
  ["Payer", /^\/pay\//, "What a payer may know."],
  ["Probes", /^\/(healthz|readyz|metrics|openapi)/, "Whether the program is well."],
  ["Events", /^$/, "What is sent to your webhook endpoints."],
  ["Account", /./, "Balances, settings, payouts and prices."],
];

function operationOf({ operationId, endpoint }: Operation, book: SchemaBook): OpenApiOperation {
  const { words, security } = securityOf(endpoint);
  const tag = TAGS.find(([, paths]) => paths.test(endpoint.path))?.[0] ?? "Account";
  return {
    operationId,
    tags: [tag],
    ...(endpoint.deprecated && { deprecated: true }),
    summary: endpoint.summary,
    description: [endpoint.description, words].filter(Boolean).join(" "),
    "x-scope": endpoint.scope,
    security,
    parameters: parametersOf(endpoint, operationId, book),
    ...bodyOf(endpoint, operationId, book),
    responses: {
      "200": successOf(endpoint, operationId, book),
      ...waitingOf(endpoint, operationId, book),
      ...failuresOf(endpoint),
    },
  };
}

function parametersOf(endpoint: Endpoint, operationId: string, book: SchemaBook): Parameter[] {
  const inPath = [...endpoint.path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const query = endpoint.query && book.input(endpoint.query, operationId);
  const also = endpoint.bodyAlsoAsQuery && endpoint.body ? book.input(endpoint.body, operationId) : undefined;
  const names = [
    ...inPath.map((name) => pathParameter(name, endpoint.params?.[name], operationId, book)),
    ...queryOf(query, true),
    ...queryOf(also, false),
  ];
  const headers = [
    ...(endpoint.mutation && endpoint.scope !== "public" ? ["idempotencyKey"] : []),
    ...(whoseIs(endpoint.scope) === "account" ? ["account"] : []),
  ];
  return [...names, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function pathParameter(name: string, words: Meaning | undefined, operationId: string, book: SchemaBook): Parameter {
  return { ...spoken(book.field(name, { type: "string", ...words }, operationId)), name, in: "path", required: true };
}

function queryOf(schema: JsonSchema | undefined, mayBeRequired: boolean): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    ...spoken(field),
    name,
    in: "query",
    // A list in one parameter, with commas between.
    ...(oneOrMoreOf(field) ? { style: "form", explode: false } : {}),
    ...(mayBeRequired && schema?.required?.includes(name) ? { required: true } : {}),
  }));
}

/** A parameter tells its words itself; its schema keeps the rest. */
function spoken({ description, ...schema }: JsonSchema): { description?: string; schema: JsonSchema } {
  return { ...(description === undefined ? {} : { description }), schema };
}

function bodyOf(endpoint: Endpoint, operationId: string, book: SchemaBook): Pick<OpenApiOperation, "requestBody"> {
  if (!endpoint.body) return {};
  const schema = book.input(endpoint.body, operationId);
  const example = EXAMPLE_REQUESTS[operationId]?.body ?? exampleOf(schema);
  const required = (schema.required?.length ?? 0) > 0 && !endpoint.bodyAlsoAsQuery;
  return { requestBody: { required, content: { "application/json": { schema, example } } } };
}

/** An example of the required fields alone. */
export function exampleOf(schema: JsonSchema): Record<string, unknown> {
  const fields = schema.required ?? [];
  return Object.fromEntries(fields.map((name) => [name, schema.properties?.[name]?.examples?.[0]]));
}

function successOf(endpoint: Endpoint, operationId: string, book: SchemaBook): OpenApiResponse {
  const json = endpoint.answer && { "application/json": { schema: answerSchema(endpoint.answer, operationId, book) } };
  const others = [...(endpoint.media ?? []), ...(endpoint.csv ? ["text/csv"] : [])];
  const content: Content = {
    ...json,
    ...Object.fromEntries(others.map((type) => [type, { schema: { type: "string" } }])),
  };
  return { description: "Done.", headers: headersOf(endpoint), content };
}

/** The answer of an operation that waits for a second person. */
function waitingOf({ waits, waiting, answer, ...endpoint }: Endpoint, operationId: string, book: SchemaBook) {
  const schemas = [waits, waiting && answer].flatMap((schema): JsonSchema[] =>
    schema ? [answerSchema(schema, operationId, book)] : [],
  );
  const [first, second] = schemas;
  if (!first) return {};
  const content: Content = { "application/json": { schema: second ? { anyOf: schemas } : first } };
  const description = waiting
    ? "It waits for a second person: what was made, and works or goes on once they agree."
    : "Nothing is done yet: it waits for a second person.";
  return { "202": { description, headers: headersOf(endpoint), content } };
}

function headersOf(endpoint: Pick<Endpoint, "scope" | "mutation">): Record<string, unknown> {
  const named = ["x-request-id", ...(endpoint.scope === "public" ? [] : ["ratelimit"])];
  return refsTo(endpoint.mutation && endpoint.scope !== "public" ? [...named, "idempotent-replayed"] : named);
}

function answerSchema(answer: z.ZodType, operationId: string, book: SchemaBook): JsonSchema {
  return book.output(answer, operationId);
}

function failuresOf(endpoint: Endpoint): OpenApiOperation["responses"] {
  const failures: OpenApiOperation["responses"] = {};
  for (const [status, codes] of refusalsOf(endpoint)) {
    const shared = SHARED_FAILURES.find((one) => one.join() === codes.join());
    failures[status] = shared ? { $ref: `#/components/responses/${nameOf(shared)}` } : failureOf(codes);
  }
  return failures;
}

/** Lists of codes that many operations have in common, listed once. */
const SHARED_FAILURES: readonly (readonly ErrorCode[])[] = [
  ["VALIDATION_FAILED", "INVALID_JSON", "INVALID_TARGET"],
  ["VALIDATION_FAILED", "INVALID_JSON", "INVALID_TARGET", "ACCOUNT_REQUIRED"],
  ["UNAUTHENTICATED"],
  ["FORBIDDEN"],
  ["NOT_FOUND"],
  ["PAYMENT_NOT_FOUND"],
  ["REQUEST_TIMEOUT"],
  ["REQUEST_IN_FLIGHT"],
  ["INVALID_STATE", "REQUEST_IN_FLIGHT"],
  ["BODY_TOO_LARGE"],
  ["UNSUPPORTED_MEDIA_TYPE"],
  ["IDEMPOTENCY_KEY_REUSED"],
  ["RATE_LIMITED"],
  ["HEADERS_TOO_LARGE"],
  ["INTERNAL"],
  ["SERVICE_UNAVAILABLE"],
];

const nameOf = (codes: readonly ErrorCode[]): string => codes.join(".");

const sharedResponses = () => Object.fromEntries(SHARED_FAILURES.map((codes) => [nameOf(codes), failureOf(codes)]));

function failureOf(codes: readonly ErrorCode[]): OpenApiResponse {
  const status = codes[0] && STATUS_OF_CODE[codes[0]];
  const waits = status === 429 || status === 503;
  const schema = { $ref: "#/components/schemas/Error", properties: { code: { enum: [...codes] } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_FACTS[code].cause}`).join(" "),
    headers: refsTo(["x-request-id", ...(waits ? ["retry-after"] : [])]),
    content: { "application/json": { schema } },
  };
}

function refsTo(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
