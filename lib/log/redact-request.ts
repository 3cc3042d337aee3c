import { Decimal } from "#lib/kernel/decimal.ts";
import { type Json, JsonFault, readJson, writeJson } from "#lib/kernel/json.ts";
import { isSecretName, STRUCK, withoutSecrets } from "#lib/kernel/redact.ts";
import type { Noted } from "./request-log.ts";
import type { Logged } from "./request-log-store.ts";

const MOST_BODY = 4_000;
const MOST_TARGET = 2_000;
const MOST_MESSAGE = 500;

/** A call as it is kept: whatever may be a secret is struck out, long texts are cut. Headers are never kept. */
export function loggedOf(noted: Noted): Logged {
  const { body, answer, target, ...rest } = noted;
  const answered = answer === undefined ? undefined : cut(cleanAnswer(answer), MOST_BODY);
  const failed = rest.status >= 400 && answer !== undefined;
  const sent = cleanBody(body);
  return {
    ...rest,
    target: cut(cleanTarget(target), MOST_TARGET),
    body: sent && cut(sent, MOST_BODY),
    answer: answered,
    code: failed ? /"code":"([A-Z_]+)"/.exec(answer)?.[1] : undefined,
    message: failed ? cut(messageOf(answered ?? ""), MOST_MESSAGE) : undefined,
    objectId: objectOf(target, sent ?? "", rest.method === "GET" ? "" : (answer ?? "")),
  };
}

/** What PostgreSQL takes as text: no halves of characters, no NUL. */
function cut(text: string, most: number): string {
  const whole = text.length > most ? `${text.slice(0, most)}…` : text;
  return whole.toWellFormed().replaceAll("\0", "");
}

/** A request's body comes from anywhere: it is read, so that no spelling of a name hides a secret, and written again. */
function cleanBody(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return withoutSecrets(writeJson(struck(readJson(bytes))));
  } catch (error) {
    if (error instanceof JsonFault || error instanceof TypeError) return `[not JSON, ${bytes.length} bytes]`;
    throw error;
  }
}

function struck(value: Json): Json {
  if (Array.isArray(value)) return value.map(struck);
  if (typeof value !== "object" || value === null || value instanceof Decimal) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretName(name) ? STRUCK : struck(inner)]),
  );
}

const NAMED_TEXT = /"([^"\\]{1,64})":"((?:[^"\\]|\\.)*)"/g;

/** An answer is ours: its names are written plainly, so they are found without reading it. */
function cleanAnswer(text: string): string {
  const near = text.length > MOST_BODY * 2 ? text.slice(0, MOST_BODY * 2) : text;
  if (!isSecretName(near)) return withoutSecrets(near);
  return withoutSecrets(
    near.replace(NAMED_TEXT, (pair, name: string) => (isSecretName(name) ? `"${name}":"${STRUCK}"` : pair)),
  );
}

function cleanTarget(target: string): string {
  const mark = target.indexOf("?");
  if (mark < 0) return withoutSecrets(target);
  const pairs = target.slice(mark + 1).split("&");
  const clean = pairs.map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return isSecretName(plainName(name)) ? `${name}=${STRUCK}` : pair;
  });
  return withoutSecrets(`${target.slice(0, mark)}?${clean.join("&")}`);
}

function plainName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function messageOf(answer: string): string {
  const quoted = /"message":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1];
  return quoted === undefined ? "" : String(JSON.parse(quoted));
}

const OBJECT = /(?:paymentId|invoiceId|txId)"?[=:]"?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/;

/** The bill or conversion a call was about, as it named it itself or as it was answered. */
function objectOf(target: string, body: string, answer: string): string | undefined {
  for (const text of [target, body, answer]) {
    const found = OBJECT.exec(text)?.[1];
    if (found) return found;
  }
  return undefined;
}
