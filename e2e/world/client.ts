import { randomUUID } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { signatureOf } from "#lib/keys/signature.ts";
import { answerJudge } from "./answers.ts";

/** A PSP's key. */
export type Key = { keyId: string; secret: string };

/** One request as it leaves: nothing of it is parsed, escaped or completed on the way. */
export type ApiRequest = {
  method?: string;
  /** Path and query, byte for byte. */
  target: string;
  /** An object is written as JSON; text and bytes go as they are. */
  body?: object | string | Uint8Array;
  headers?: Record<string, string | string[]>;
  /** Signs with this key; `null` sends no authentication. */
  key?: Key | null;
  timestamp?: number | string;
  nonce?: string;
};

export type Problem = {
  message: string;
  code: string;
  requestId: string;
  errors?: { field: string; message: string; code?: string }[];
  [more: string]: unknown;
};

export type Got = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON. */
  as<T>(): T;
  problem: Problem;
};

export type Client = (request: ApiRequest) => Promise<Got>;

const LONGEST_WAIT_MS = 40_000;

/** Times a request is sent again because the kept-alive connection it was put on had just been closed. */
const MOST_RESENT = 3;
/** A connection unused for so long may be closed by the server at any moment, which then reads nothing more from it. */
const IDLE_MS = 5_000;

/**
 * A client that signs by rulebook 3.2, with kept-alive connections. What the document does not promise is thrown. A
 * connection that ended while it lay idle is no answer: what may be repeated goes again on another one (RFC 9112 §9.3.1).
 */
export function openClient(port: number, standard: Key): { send: Client; resent(): number; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 80 });
  let resent = 0;
  const sendAgain = async (request: ApiRequest, tries = 0): Promise<Got> => {
    try {
      return await exchange(agent, port, standard, request);
    } catch (error) {
      const isLost = error instanceof LostConnection && (error.idleMs >= IDLE_MS || mayRepeat(request));
      if (tries === MOST_RESENT || !isLost) throw error;
      resent += 1;
      return sendAgain(request, tries + 1);
    }
  };
  const send: Client = async (request) => {
    const got = await sendAgain(request);
    const judge = await answerJudge();
    const fault = judge({
      method: request.method ?? "GET",
      target: request.target,
      status: got.status,
      contentType: got.headers["content-type"] ?? "",
      text: got.text,
    });
    if (fault) throw new Error(fault);
    return got;
  };
  return { send, resent: () => resent, close: () => agent.destroy() };
}

/** A kept-alive connection was closed when it was used again after so long, and nothing was answered. */
class LostConnection extends Error {
  readonly idleMs: number;
  constructor(message: string, idleMs: number, cause: Error) {
    super(message, { cause });
    this.idleMs = idleMs;
  }
}

/** When each connection brought its last answer. */
const answeredAt = new WeakMap<Socket, number>();

const mayRepeat = ({ method = "GET", headers = {} }: ApiRequest): boolean =>
  method === "GET" || "idempotency-key" in headers;

/** The four headers of rulebook 3.1. */
export function signedHeaders(key: Key, request: ApiRequest): Record<string, string> {
  const timestamp = String(request.timestamp ?? Date.now());
  const nonce = request.nonce ?? randomUUID();
  const method = request.method ?? "GET";
  const body = bytesOf(request.body);
  return {
    "x-api-key": key.keyId,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signatureOf(key.secret, { timestamp, nonce, method, target: request.target, body }),
  };
}

export function bytesOf(body: ApiRequest["body"]): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function exchange(agent: Agent, port: number, standard: Key, call: ApiRequest): Promise<Got> {
  const body = bytesOf(call.body);
  const key = call.key === undefined ? standard : call.key;
  const headers = {
    ...(body.length > 0 ? { "content-type": "application/json", "content-length": String(body.length) } : {}),
    ...(key ? signedHeaders(key, call) : {}),
    ...call.headers,
  };
  return new Promise((done, fail) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method: call.method ?? "GET",
        path: call.target,
        headers,
        timeout: LONGEST_WAIT_MS,
      },
      (response) => {
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", fail);
        response.once("end", () => {
          answeredAt.set(socket, performance.now());
          done(gotOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)));
        });
      },
    );
    let idleMs = 0;
    sent.once("socket", (socket) => {
      idleMs = performance.now() - (answeredAt.get(socket) ?? performance.now());
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      const isLost = sent.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      fail(isLost ? new LostConnection(`${call.target}: ${error.message}`, idleMs, error) : error);
    });
    sent.once("timeout", () => sent.destroy(new Error(`no answer to ${call.method ?? "GET"} ${call.target}`)));
    sent.end(body);
  });
}

function gotOf(status: number, headers: IncomingHttpHeaders, body: Buffer): Got {
  const text = body.toString("utf8");
  return {
    status,
    headers,
    text,
    as: () => JSON.parse(text),
    get problem(): Problem {
      return JSON.parse(text);
    },
  };
}

/** Bytes on a bare socket, and everything that comes back until the server closes; for what no client library sends. */
export function onSocket(
  port: number,
  bytes: string | Buffer,
): Promise<{ status: number; head: string; body: string }> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const timer = setTimeout(() => socket.destroy(new Error("the server did not close")), LONGEST_WAIT_MS / 4);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      const [head = "", ...rest] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      if (status === 0 && error) return fail(error);
      done({ status, head, body: rest.join("\r\n\r\n") });
    };
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", finish);
    socket.once("close", () => finish());
  });
}
