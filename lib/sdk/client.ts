import { type Desk, type DeskEvent, type ErrorBody, type ErrorCode, OPERATIONS } from "./operations.ts";

/** Where the service is, and with which key. */
export type DeskOptions = {
  /** Origin, such as `https://desk.example.com`. */
  baseUrl: string;
  keyId: string;
  secret: string;
  /** Tries after the first one. */
  maxRetries?: number;
  /** Of one try. */
  timeoutMs?: number;
  /** Such as one behind a proxy. */
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** Names the intent: repeated, it has one effect. Absent: a new one for each call, kept over its retries. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

const MAX_RETRIES = 4;
const TIMEOUT_MS = 40_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const TRY_AGAIN = new Set([429, 500, 502, 503, 504]);

/** A refusal: go by `code`, show `message`, quote `requestId`. */
export class DeskError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  /** The whole body: `errors` by field, and what else the code brings. */
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(`${body.code}: ${body.message}`);
    this.name = "DeskError";
    this.status = status;
    this.code = body.code;
    this.requestId = body.requestId;
    this.body = body;
  }
}

type Input = Record<string, unknown>;
type Call = { method: string; target: string; text: string; idempotencyKey: string | undefined; signal?: AbortSignal };
type Reply = { body: unknown; link: string | null };
type PageAnswer = { data?: unknown[]; startsAfter?: string | null; cursor?: string; hasMore?: boolean };

/** One method for each operation; `each` walks through all pages of a list. */
export function openDesk(options: DeskOptions): Desk {
  const call = async (place: string, input: Input = {}, more: CallOptions = {}) =>
    (await send(options, callOf(place, input, more))).body;
  const desk: Record<string, unknown> = {};
  const each: Record<string, unknown> = {};
  for (const [name, place] of Object.entries(OPERATIONS)) {
    desk[name] = (input?: Input, more?: CallOptions) => call(place, input, more);
    each[name] = (input: Input = {}, more: CallOptions = {}) => walk(options, place, input, more);
  }
  return { ...desk, each, call } as unknown as Desk;
}

function callOf(place: string, input: Input, { idempotencyKey, signal }: CallOptions): Call {
  const [method = "", path = ""] = place.split(" ");
  const rest: Input = { ...input };
  const target = path.replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const reads = method === "GET";
  const query = reads ? queryOf(rest) : "";
  return {
    method,
    target: query ? `${target}?${query}` : target,
    text: reads || Object.keys(rest).length === 0 ? "" : JSON.stringify(rest),
    idempotencyKey: reads ? undefined : (idempotencyKey ?? crypto.randomUUID()),
    ...(signal && { signal }),
  };
}

function queryOf(fields: Input): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}

/** Tries until there is an answer that another try would not change. Each try is signed anew under the same idempotency key. */
async function send(options: DeskOptions, call: Call): Promise<Reply> {
  const { maxRetries = MAX_RETRIES } = options;
  for (let tries = 0; ; tries += 1) {
    const response = await once(options, call).catch((error: unknown) => {
      if (call.signal?.aborted || tries >= maxRetries) throw error;
      return undefined;
    });
    if (response) {
      const body: unknown = await readBody(response);
      if (response.ok) return { body, link: response.headers.get("link") };
      const error = new DeskError(response.status, body as ErrorBody);
      const again = TRY_AGAIN.has(response.status) || error.code === "REQUEST_IN_FLIGHT";
      if (!again || tries >= maxRetries) throw error;
    }
    await pause(tries, Number(response?.headers.get("retry-after") ?? 0), call.signal);
  }
}

async function once(options: DeskOptions, { method, target, text, idempotencyKey, signal }: Call): Promise<Response> {
  const timestamp = String(Date.now());
  const nonce = crypto.randomUUID();
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  return (options.fetch ?? fetch)(options.baseUrl.replace(/\/$/, "") + target, {
    method,
    redirect: "error",
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: {
      "x-api-key": options.keyId,
      "x-timestamp": timestamp,
      "x-nonce": nonce,
      "x-signature": await signRequest(options.secret, { timestamp, nonce, method, target, body: text }),
      ...(text && { "content-type": "application/json" }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    ...(text && { body: text }),
  });
}

/** Something between us may answer what is no JSON. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    const requestId = response.headers.get("x-request-id") ?? "";
    return { code: "SERVICE_UNAVAILABLE", message: `No JSON answer, status ${response.status}.`, requestId };
  }
}

function pause(tries: number, retryAfterSeconds: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = Math.max(retryAfterSeconds * 1000, FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2));
  return new Promise((done, fail) => {
    // A signal that has fired already does not fire again.
    signal?.throwIfAborted();
    setTimeout(done, Math.min(ms, LONGEST_PAUSE_MS));
    signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}

/** Record by record through all pages: by token, by cursor, or by the header Link. */
async function* walk(options: DeskOptions, place: string, input: Input, more: CallOptions): AsyncGenerator<unknown> {
  let call: Call | undefined = callOf(place, input, more);
  while (call) {
    const { body, link }: Reply = await send(options, call);
    const page = (Array.isArray(body) ? { data: body } : body) as PageAnswer;
    yield* page.data ?? [];
    const next = nextOf(page);
    const linked = /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
    if (next) call = callOf(place, { ...input, ...next }, more);
    else call = linked ? { ...call, target: linked } : undefined;
  }
}

function nextOf({ startsAfter, cursor, hasMore }: PageAnswer): Input | undefined {
  if (hasMore) return { cursor };
  return startsAfter ? { startsAfter } : undefined;
}

/** What is signed: five lines. `target` is path and query exactly as sent. */
export type Signable = { timestamp: string; nonce: string; method: string; target: string; body: string };

/** Lower-case hex HMAC-SHA-256 under the key's secret. */
export async function signRequest(
  secret: string,
  { timestamp, nonce, method, target, body }: Signable,
): Promise<string> {
  const bodyHash = hex(await crypto.subtle.digest("SHA-256", bytes(body)));
  const key = await hmacKey(bytes(secret), "sign");
  return hex(await crypto.subtle.sign("HMAC", key, bytes([timestamp, nonce, method, target, bodyHash].join("\n"))));
}

/** What arrived: headers, and the body's raw text before parsing. */
export type Received = {
  headers: Headers | Record<string, string | string[] | undefined>;
  body: string;
  /** One secret, or two while they change. */
  secret: string | readonly string[];
  /** How old a message may be, so that no old one is sent again. */
  toleranceSeconds?: number;
};

/** The event a webhook tells, when its signature holds and it is fresh; otherwise it throws. Keep `id` to know it again. */
export async function verifyWebhook({ headers, body, secret, toleranceSeconds = 300 }: Received): Promise<DeskEvent> {
  const read = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? "");
  const id = read("webhook-id");
  const timestamp = read("webhook-timestamp");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new Error("webhook-timestamp is not of now");
  const signed = bytes(`${id}.${timestamp}.${body}`);
  const given = read("webhook-signature")
    .split(" ")
    .map((each) => fromBase64(each.replace(/^v1,/, "")));
  for (const one of typeof secret === "string" ? [secret] : secret) {
    const key = await hmacKey(fromBase64(one.replace(/^whsec_/, "")), "verify");
    for (const signature of given) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return { id, ...JSON.parse(body) } as DeskEvent;
    }
  }
  throw new Error("webhook-signature does not hold");
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const hmacKey = (raw: Uint8Array<ArrayBuffer>, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, [use]);
