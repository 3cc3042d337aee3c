import { type Json, JsonFault, parseJson, writeJson } from "#lib/kernel/json.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { heardServerTime } from "./clock.ts";

export type FieldFault = { field: string; message: string };

/** An answer as it is read: exact numbers, and plain ones where {@link WHOLE} says so. */
type Told = Json<Decimal | number>;

const FAULT = Symbol.for("desk.api-fault");

/** A request that did not succeed. `status` 0 means that no answer came; `code` is the API's own word for the cause. */
export class ApiFault extends Error {
  readonly [FAULT] = true;
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldFault[];
  /** Further fields of the error body, such as `expectedQuantity` or `minimum`. */
  readonly body: Readonly<Record<string, Told>>;

  constructor(status: number, code: string, message: string, requestId?: string, body: Record<string, Told> = {}) {
    super(message);
    this.name = "ApiFault";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
    this.errors = fieldFaults(body["errors"]);
  }
}

export function isApiFault(error: unknown): error is ApiFault {
  return typeof error === "object" && error !== null && FAULT in error;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type Call = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  query?: Query;
  /** Written with exact numbers: give amounts as Decimal. */
  body?: unknown;
  /** Sent as `x-account`; needed only by staff of several accounts. */
  account?: string | undefined;
  /** One key for one intention: keep it over retries of the same press of a button. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/**
 * One request to our own API with the session's cookie. Numbers arrive as {@link Decimal}, except the whole numbers
 * of {@link WHOLE}, which become plain numbers.
 * @throws {ApiFault} for every answer that is no success, and when none came.
 */
export async function callApi<T>(path: string, call: Call = {}): Promise<T> {
  const response = await send(path, call);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const serverTime = Number(response.headers.get("x-server-time"));
  if (serverTime > 0) heardServerTime(serverTime);
  const json = await read(response, requestId);
  if (!response.ok) throw faultOf(response.status, json, requestId);
  return json as T;
}

/** An answer that the server put into the page, read as {@link callApi} reads its own. */
export const readAnswer = <T>(body: string): T => told(body) as T;

async function send(path: string, call: Call): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (call.body !== undefined) headers.set("content-type", "application/json");
  if (call.account) headers.set("x-account", call.account);
  if (call.idempotencyKey) headers.set("idempotency-key", call.idempotencyKey);
  const init: RequestInit = { method: call.method ?? "GET", headers, cache: "no-store", credentials: "same-origin" };
  if (call.body !== undefined) init.body = writeJson(call.body);
  if (call.signal) init.signal = call.signal;
  try {
    return await fetch(path + queryText(call.query), init);
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new ApiFault(
      0,
      "UNREACHABLE",
      "The server did not answer. Check the connection; nothing is known to have changed.",
    );
  }
}

async function read(response: Response, requestId: string | undefined): Promise<Told> {
  const body = await response.text();
  if (body === "") return null;
  try {
    return told(body);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new ApiFault(response.status, "UNREADABLE", "The server sent something that is not JSON.", requestId);
  }
}

function faultOf(status: number, json: Told, requestId: string | undefined): ApiFault {
  const body = isObject(json) ? json : {};
  const code = typeof body["code"] === "string" ? body["code"] : "UNKNOWN";
  const message = typeof body["message"] === "string" ? body["message"] : `The server answered ${status}.`;
  const id = typeof body["requestId"] === "string" ? body["requestId"] : requestId;
  return new ApiFault(status, code, message, id, body);
}

/** `?a=1&b=2` of the values that are given, or nothing. */
export function queryText(query: Query | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) params.set(name, String(value));
  const written = params.toString();
  return written === "" ? "" : `?${written}`;
}

/** Fields that count or tell time: safe whole numbers in every record, never money. */
const WHOLE = new Set(
  "expiryTime createdAt updatedAt outputIndex confirmations confirmationsRequired firstSeen blockTime at quoteTime count attempts sequence openCases now serverTime priceTime expiresAt revokedAt lastUsedAt lastSignInAt disabledAt failingSince oldSecretUntil nextAt deliveredAt statusCode durationMs lifetimeMs spreadBps explicitFeeBps transactionFeeBps since mutedUntil clearSince mine nobody muted closed fresh medianMs highMs provenUntil recoveryCodesLeft lastSeenAt askedAt decidedAt afterExpiryMs guaranteeMs waiting behind openBills".split(
    " ",
  ),
);

const told = (body: string): Told =>
  parseJson(body, (value, field) => (WHOLE.has(field) ? Number(value.toString()) : value));

function fieldFaults(value: Told | undefined): FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) =>
    isObject(item) && typeof item["field"] === "string" && typeof item["message"] === "string"
      ? [{ field: item["field"], message: item["message"] }]
      : [],
  );
}

function isObject(value: Told): value is { [key: string]: Told } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}
