import { isScope } from "#lib/contract/permissions.ts";
import type { OpenApiDocument, OpenApiOperation, Parameter, OpenApiWebhook } from "#lib/reference/document.ts";
import type { JsonSchema } from "#lib/reference/schemas.ts";

type Called = { place: string; operation: OpenApiOperation };

/** The SDK's table of operations and its types, made from the document; checked in and compared like the document itself. */
export function sdkSource(document: OpenApiDocument): string {
  const called = calledOf(document);
  const schemas = needed(document, [called.map(({ operation }) => operation), document.webhooks]);
  const codes = document.components.schemas["Error"]?.properties?.["code"]?.enum ?? [];
  return [
    "// Made from the contracts by lib/reference/write.ts.",
    'import type { CallOptions } from "./client.ts";\n',
    "/** Method and path of each operation. */",
    `export const OPERATIONS = {\n${called.map(({ place, operation }) => `  ${operation.operationId}: "${place}",`).join("\n")}\n} as const;\n`,
    "/** New enum values may be added: ignore those you do not know. */",
    "type Open<Word extends string> = Word | (string & {});\n",
    `export type ErrorCode = Open<${codes.map(quoted).join(" | ")}>;\n`,
    "export type ErrorBody = {",
    "  message: string; code: ErrorCode; requestId: string; errors?: { field: string; message: string; code?: ErrorCode }[];",
    "  minimum?: number; maximum?: number; available?: number; room?: number; retryAfterMs?: number; expectedQuantity?: number; approvalId?: string;",
    "};\n",
    ...schemas.map((name) => `export type ${name} = ${typeOf(document.components.schemas[name] ?? {}, true)};\n`),
    `export type EventType = ${Object.keys(document.webhooks).map(quoted).join(" | ")};\n`,
    "/** What a webhook tells, told apart by `type`. */",
    `export type DeskEvent =\n${eventTypes(document)};\n`,
    "/** One method for each operation. */",
    "export interface Desk {",
    ...called.map(({ operation }) => methodOf(operation)),
    "  /** Every record of a list, page after page. */",
    "  each: {",
    ...called.flatMap(({ operation }) => walkOf(document, operation)),
    "  };",
    "  /** Any operation by method and path, such as `POST /manage/v1/webhook-endpoints`. */",
    "  call(place: string, input?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;",
    "}",
    "",
  ].join("\n");
}

/** What PSPs build on. What else a key may call is the desk's business; `call` reaches that. */
const BUILT_ON =
  /^\/(payment|sandbox)\/|^\/manage\/v1\/(assets|balances|statement|price|settings|events|payments\/summary)$/;

/** What a key may call and what answers JSON. */
function calledOf(document: OpenApiDocument): Called[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, one]) => BUILT_ON.test(path) && isScope(one["x-scope"]))
      .filter(([, one]) => one.responses["200"]?.content?.["application/json"])
      .map(([method, operation]) => ({ place: `${method.toUpperCase()} ${path}`, operation })),
  );
}

/** Names of the schemas these parts lead to, by whatever way; refusals have a type of their own. */
function needed(document: OpenApiDocument, from: unknown): string[] {
  const found = new Set<string>();
  const seek = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === "Error" || found.has(name)) continue;
      found.add(name);
      seek(document.components.schemas[name]);
    }
  };
  seek(from);
  return [...found].sort();
}

function methodOf(operation: OpenApiOperation): string {
  return `  /** ${operation.summary} */\n  ${operation.operationId}(${nameOfInput(operation)}: ${inputOf(operation)}, options?: CallOptions): Promise<${answerOf(operation)}>;`;
}

function inputOf(operation: OpenApiOperation): string {
  const { fields, body } = partsOfInput(operation);
  const named = fields.map(parameterField);
  const whole = [...(named.length > 0 ? [`{ ${named.join("; ")} }`] : []), ...(body ? [typeOf(body, false)] : [])];
  return whole.length === 0 ? "Record<string, never>" : whole.join(" & ");
}

function nameOfInput(operation: OpenApiOperation): string {
  const { fields, body } = partsOfInput(operation);
  const isNeeded = fields.some(({ required }) => required) || (body?.required?.length ?? 0) > 0;
  return isNeeded ? "input" : "input?";
}

/** A body is given with what the path names; without one, all parameters are the input. */
function partsOfInput({ parameters = [], requestBody }: OpenApiOperation) {
  const own = parameters.filter(({ name }) => name !== undefined);
  const body = requestBody?.content["application/json"]?.schema;
  return { fields: body ? own.filter((parameter) => parameter.in === "path") : own, body };
}

const parameterField = ({ name, required, schema }: Parameter): string =>
  `${name}${required ? "" : "?"}: ${typeOf(schema ?? {}, false)}`;

const answerOf = (operation: OpenApiOperation): string =>
  typeOf(operation.responses["200"]?.content?.["application/json"]?.schema ?? {}, true);

/** The record a list consists of; nothing for what is no list. */
function walkOf(document: OpenApiDocument, operation: OpenApiOperation): string[] {
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const named = answer.$ref ? document.components.schemas[nameOf(answer.$ref)] : answer;
  const goesOn = named?.properties?.["startsAfter"] ?? named?.properties?.["cursor"] ?? named?.items;
  const item = named?.properties?.["data"]?.items ?? named?.items;
  if (!goesOn || !item) return [];
  return [
    `    ${operation.operationId}(${nameOfInput(operation)}: Parameters<Desk["${operation.operationId}"]>[0], options?: CallOptions): AsyncGenerator<${typeOf(item, true)}>;`,
  ];
}

function eventTypes(document: OpenApiDocument): string {
  const ofData = Map.groupBy(Object.entries(document.webhooks), ([, webhook]) => dataOf(webhook));
  return [...ofData]
    .map(([data, sent]) => {
      const types = sent.map(([type]) => quoted(type)).join(" | ");
      return `  | { id: string; type: ${types}; timestamp: string; data: ${data} }`;
    })
    .join("\n");
}

/** The type of what an event carries. */
const dataOf = ({ post }: OpenApiWebhook): string =>
  typeOf(post.requestBody.content["application/json"].schema.properties?.["data"] ?? {}, true);

const quoted = (word: unknown): string => JSON.stringify(word);
const nameOf = (reference: string): string => reference.split("/").at(-1) ?? "";

/** A schema as TypeScript; `grows` for what we answer, whose words may become more. */
function typeOf(schema: JsonSchema, grows: boolean): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) {
    const words = schema.enum.map(quoted).join(" | ");
    return grows && schema.enum.every((word) => typeof word === "string") ? `Open<${words}>` : words;
  }
  if (schema.anyOf) return schema.anyOf.map((choice) => typeOf(choice, grows)).join(" | ");
  if (schema.items) return `${wrapped(typeOf(schema.items, grows))}[]`;
  if (schema.properties) return recordOf(schema, grows);
  if (typeof schema.additionalProperties === "object")
    return `Record<string, ${typeOf(schema.additionalProperties, grows)}>`;
  return [schema.type ?? "unknown"].flat().map(plainType).join(" | ");
}

const wrapped = (type: string): string => (/[|&]/.test(type) && !type.startsWith("{") ? `(${type})` : type);

function recordOf(schema: JsonSchema, grows: boolean): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return "Record<string, unknown>";
  return `{ ${fields.map(([name, field]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(field, grows)}`).join("; ")} }`;
}

function plainType(type: string): string {
  if (type === "integer") return "number";
  return type === "object" ? "Record<string, unknown>" : type;
}
