import type { ApiRequest } from "#e2e/world/client.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import type { OpenApiDocument, OpenApiOperation } from "#lib/reference/document.ts";
import { below, type Making, type Mood, objectText, oneIn, valueText } from "./values.ts";

export type Fuzzed = { operationId: string; mood: Mood; request: ApiRequest };
export type Target = { path: string; method: string; operation: OpenApiOperation };

/** What moves the world itself, what never ends, and what costs a hash or a letter. */
const LEFT_OUT = new Set([
  "inviteHousePerson",
  "resendHouseInvitation",
  "resetHousePassword",
  "stream",
  "advanceClock",
  "playScenario",
  "settle",
  "invitePerson",
  "resetPassword",
  "forgotPassword",
]);
const MOODS = ["valid", "valid", "near", "hostile"] as const;

export function targetsOf(document: OpenApiDocument): Target[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => /^\/(payment|manage|house|sandbox)\//.test(path) && !LEFT_OUT.has(operationId))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** Whether an operation is the house's alone. */
export const isOfHouse = ({ path }: Target): boolean => path.startsWith("/house/");

/** One request made from the document; its body or the rest of it is of the mood. */
export function fuzzedRequest(making: Making, { path, method, operation }: Target): Fuzzed {
  const { chance } = making;
  const mood = chance.pick(MOODS);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const [bodyMood, restMood] = body && oneIn(chance, 2) ? [mood, "valid" as const] : ["valid" as const, mood];
  const query = queryText(making, operation, restMood);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => segmentText(making, name, restMood));
  return {
    operationId: operation.operationId,
    mood,
    request: {
      method,
      target: query ? `${filled}?${query}` : filled,
      ...(body && { body: bodyText(chance, objectText(making, body, bodyMood), bodyMood) }),
      headers: method !== "GET" && oneIn(chance, 4) ? { "idempotency-key": `k-${below(chance, 50)}` } : {},
    },
  };
}

/** Now and then no JSON at all. */
function bodyText(chance: Chance, text: string, mood: Mood): string {
  if (mood !== "hostile" || !oneIn(chance, 6)) return text;
  return chance.pick([text.slice(0, -1), `${text}x`, `[${text}]`, text.replaceAll('"', "'"), `\ufeff${text}`]);
}

const ODD_PAIRS = ["%zz=1", "=", "&", "a[b]=c", "x=%00", "limit=%31%30", "constructor=1"];

function queryText(making: Making, operation: OpenApiOperation, mood: Mood): string {
  const { chance } = making;
  const own = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const chosen = own.filter(({ required }) => required || oneIn(chance, 3));
  const spoilt = mood === "valid" ? -1 : below(chance, Math.max(1, chosen.length));
  const pairs = chosen.map(({ name = "", schema = {} }, at) => {
    return `${name}=${escaped(valueText(making, name, schema, at === spoilt ? mood : "valid"))}`;
  });
  if (mood === "hostile" && oneIn(chance, 4)) pairs.push(chance.pick([...ODD_PAIRS, ...pairs]));
  return pairs.join("&");
}

const ODD_SEGMENTS = ["%00", "..%2f..", "%zz", "x".repeat(300), "%F0%9F%92%A9", "'", "null", "0"];

function segmentText({ chance, memory }: Making, name: string, mood: Mood): string {
  if (mood === "hostile") return chance.pick(ODD_SEGMENTS);
  return encodeURIComponent(memory.pick(chance, name) ?? "nothing");
}

/** A query holds text: strings without their quotes, all else as written. Half surrogates have no form there. */
function escaped(json: string): string {
  if (!json.startsWith('"')) return encodeURIComponent(json);
  return encodeURIComponent((JSON.parse(json) as string).toWellFormed());
}
