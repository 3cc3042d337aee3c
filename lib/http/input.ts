import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type FieldError, invalid, Refusal } from "#lib/kernel/errors.ts";
import { type Json, JsonFault, readJson, writeJson } from "#lib/kernel/json.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { orRequired } from "#lib/contract/fields.ts";

type Raw = Record<string, Json>;

/** Raw parts of a request, as they were sent. */
export type Sent = {
  /** Path and query as in the request line. */
  target: string;
  body: Uint8Array;
  params: Readonly<Record<string, string>>;
};

/**
 * Reads path parameters, query and body into the one object a verb receives. Refuses, naming the field: unknown,
 * repeated or malformed ones (`VALIDATION_FAILED`), and texts that are not JSON (`INVALID_JSON`).
 */
export function readInput(endpoint: Endpoint, sent: Sent): Record<string, unknown> {
  const body = readBody(sent.body);
  const query = readQuery(queryOf(sent.target), shapeOf(endpoint.bodyAlsoAsQuery ? endpoint.body : endpoint.query));
  if (endpoint.bodyAlsoAsQuery) return { ...sent.params, ...check(endpoint.body, agreeing(body, query)) };
  return { ...sent.params, ...check(endpoint.query, query), ...check(endpoint.body, body) };
}

/** The query of a target, without its question mark. */
export function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}

function readBody(bytes: Uint8Array): Raw {
  if (bytes.length === 0) return {};
  const value = parsed(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Decimal) {
    throw new Refusal("INVALID_JSON", "The body must be a JSON object.");
  }
  return value;
}

function parsed(bytes: Uint8Array): Json {
  try {
    return readJson(bytes);
  } catch (error) {
    if (error instanceof JsonFault) {
      const errors = error.path === undefined ? undefined : [{ field: error.path, message: error.message }];
      throw new Refusal("INVALID_JSON", error.message, errors ? { errors } : {});
    }
    if (error instanceof TypeError) throw new Refusal("INVALID_JSON", "The body is not valid UTF-8.");
    throw error;
  }
}

const MAX_PARAMETERS = 64;

function readQuery(query: string, shape: z.ZodRawShape): Raw {
  const out: Raw = Object.create(null);
  const pairs = query === "" ? [] : query.split("&");
  if (pairs.length > MAX_PARAMETERS) throw invalid("query", `Send at most ${MAX_PARAMETERS} query parameters.`);
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (name in out) throw invalid(name, `The query parameter ${name} is given more than once.`);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) throw invalid(name, `Unknown query parameter "${name}".`);
    out[name] = typed(decoded(equals < 0 ? "" : pair.slice(equals + 1)), field);
  }
  return out;
}

/** Form decoding; a target holds bytes as latin-1 characters, so raw UTF-8 is read as such. */
function decoded(part: string): string {
  try {
    const spaced = part.replaceAll("+", " ");
    return decodeURIComponent(spaced.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  } catch {
    throw invalid("query", "The query has a malformed percent escape.");
  }
}

/** A parameter's text as the value its field takes; what cannot be read stays text, and the field says what it wants. */
function typed(text: string, field: z.core.$ZodType): Json {
  const type = typeOf(field);
  if (type === "number" || type === "integer") return Decimal.parse(text) ?? text;
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function typeOf(field: z.core.$ZodType): unknown {
  let at = field;
  for (let depth = 0; depth < 6; depth += 1) {
    const meta = z.globalRegistry.get(at);
    if (meta?.["type"] !== undefined) return meta["type"];
    const inner = (at._zod.def as { innerType?: z.core.$ZodType }).innerType;
    if (!inner) return undefined;
    at = inner;
  }
  return undefined;
}

function shapeOf(schema: z.ZodObject | undefined): z.ZodRawShape {
  return schema?.shape ?? {};
}

function agreeing(body: Raw, query: Raw): Raw {
  for (const [name, value] of Object.entries(query)) {
    const other = body[name];
    if (other !== undefined && other !== null && writeJson(other) !== writeJson(value)) {
      throw invalid(name, `${name} differs between the body and the query; send it once.`);
    }
  }
  return { ...body, ...query };
}

/** JSON null counts as absent (rulebook 1.8). */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null || value instanceof Decimal) return value;
  const out: Raw = {};
  for (const [name, field] of Object.entries(value)) if (field !== null) out[name] = withoutNulls(field);
  return out;
}

function check(schema: z.ZodObject | undefined, raw: Raw): Record<string, unknown> {
  const fields = withoutNulls(raw) as Raw;
  if (!schema) {
    const errors = Object.keys(fields).map((name) => unknownField(name));
    if (errors.length > 0) throw refusalOf(errors);
    return {};
  }
  const result = schema.safeParse(fields, { error: (issue) => plainMessage(issue) });
  if (result.success) return result.data;
  throw refusalOf(result.error.issues.flatMap(fieldErrors));
}

function refusalOf(errors: FieldError[]): Refusal {
  const [first, ...more] = errors;
  const tail = more.length > 0 ? ` (${more.length} more in errors.)` : "";
  return new Refusal("VALIDATION_FAILED", `${first?.message ?? "The request is not valid."}${tail}`, { errors });
}

function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_type") return orRequired(`must be ${article(issue.expected)}`)(issue);
  if (issue.code === "too_small") return `must contain at least ${counted(issue.minimum, issue.origin)}`;
  if (issue.code === "too_big") return `must contain at most ${counted(issue.maximum, issue.origin)}`;
  return "is not valid";
}

function counted(count: number | bigint, origin: string): string {
  const [one, many] = origin === "array" ? ["entry", "entries"] : ["character", "characters"];
  return `${count} ${Number(count) === 1 ? one : many}`;
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const at = pathText(issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownField(at === "" ? key : `${at}.${key}`));
  return [{ field: at, message: `${at === "" ? "The request" : at} ${issue.message}.` }];
}

function unknownField(field: string): FieldError {
  return { field, message: `Unknown field "${field}".` };
}

/** `items[1].paymentId`. */
function pathText(path: readonly PropertyKey[]): string {
  let out = "";
  for (const step of path) out += typeof step === "number" ? `[${step}]` : `${out === "" ? "" : "."}${String(step)}`;
  return out;
}
