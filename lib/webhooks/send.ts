import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { ATTEMPT_SENTENCES, forbiddenSentence, timeoutSentence } from "./attempt-faults.ts";
import { retryAfterMs } from "./retry.ts";
import { type Address, ForbiddenTarget, openTarget, type Reach } from "./target.ts";

export type WebhookMessage = { url: string; headers: Record<string, string>; body: string };

/** What came of one call: a status with the beginning of its body, or why there was none. */
export type Reply = {
  statusCode?: number;
  error?: string;
  durationMs: number;
  response: string;
  /** How long the receiver wants to be left alone. */
  retryAfterMs?: number;
  /** The first call, where it broke on a kept connection and the rest is of a second one. */
  broken?: { error: string; durationMs: number };
};

export type Sender = {
  /** Posts one message; never throws. */
  send(message: WebhookMessage): Promise<Reply>;
  close(): void;
};

/** From first to last byte, resolving the name included (rulebook 9.5). */
const TIMEOUT_MS = 15_000;
/** What is read of an answer before the line is cut; what is kept of it. */
const MAX_READ_BYTES = 16_384;
const MAX_STORED_CHARACTERS = 1_000;

/**
 * Sends webhooks over kept-alive connections. Each call resolves its host once, checks every address and connects to
 * exactly those; redirects are answers like any other and lead nowhere.
 */
export function openSender(reach: Reach, timeoutMs: number = TIMEOUT_MS): Sender {
  const agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };
  return {
    async send(message) {
      const startedAt = performance.now();
      const watch: Watch = { isOver: false, cut: undefined };
      const timer = setTimeout(() => {
        watch.isOver = true;
        watch.cut?.();
      }, timeoutMs);
      const unheard = (error: unknown): Heard => ({
        error: watch.isOver ? timeoutSentence(timeoutMs) : reasonOf(error),
        response: "",
      });
      const outcome = await carry(reach, agents, message, watch, unheard).catch(unheard);
      clearTimeout(timer);
      const durationMs = Math.round(performance.now() - startedAt) - (outcome.broken?.durationMs ?? 0);
      return { ...outcome, durationMs };
    },
    close() {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

type Agents = { "http:": HttpAgent; "https:": HttpsAgent };
type Heard = Omit<Reply, "durationMs">;
/** A call's time: `cut` ends whatever it is waiting for. */
type Watch = { isOver: boolean; cut: (() => void) | undefined };

async function carry(
  reach: Reach,
  agents: Agents,
  message: WebhookMessage,
  watch: Watch,
  unheard: (error: unknown) => Heard,
): Promise<Heard> {
  const startedAt = performance.now();
  const { url, addresses } = await within(openTarget(message.url, reach), watch);
  const call = () => post(agents, url, addresses, message, watch);
  return call().catch(async (error: unknown) => {
    // The receiver closed a kept connection just as we took it: no answer came, so the message is sent on a new one.
    if (!(error as { onReusedSocket?: boolean }).onReusedSocket || watch.isOver) throw error;
    const broken = { error: reasonOf(error), durationMs: Math.round(performance.now() - startedAt) };
    return { ...(await call().catch(unheard)), broken };
  });
}

function within<T>(work: Promise<T>, watch: Watch): Promise<T> {
  const late = new Promise<never>((_, fail) => {
    watch.cut = () => fail(new Error("too late"));
  });
  return Promise.race([work, late]);
}

function post(agents: Agents, url: URL, addresses: Address[], message: WebhookMessage, watch: Watch): Promise<Heard> {
  const isHttps = url.protocol === "https:";
  const body = Buffer.from(message.body);
  const options = {
    agent: isHttps ? agents["https:"] : agents["http:"],
    method: "POST",
    headers: { ...message.headers, "content-type": "application/json", "content-length": String(body.length) },
    lookup: pinnedTo(addresses),
  };
  return new Promise((done, fail) => {
    const heard = (answer: IncomingMessage) => hear(answer, done, fail);
    const sent: ClientRequest = isHttps ? httpsRequest(url, options, heard) : httpRequest(url, options, heard);
    watch.cut = () => sent.destroy(new Error("too late"));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      fail(Object.assign(error, { onReusedSocket: sent.reusedSocket && error.code === "ECONNRESET" }));
    });
    sent.end(body);
  });
}

/** Answers the addresses that were checked, whatever the name would resolve to by now. */
export function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family);
  };
}

/** Reads an answer up to its limit; a longer one is cut off, which costs the connection. */
function hear(answer: IncomingMessage, done: (heard: Heard) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () =>
    done({
      statusCode: answer.statusCode ?? 0,
      response: textOf(chunks),
      retryAfterMs: retryAfterMs(answer.headers["retry-after"], Date.now()),
    });
  answer.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < MAX_READ_BYTES) return;
    finish();
    answer.destroy();
  });
  answer.once("end", finish);
  answer.on("error", fail);
}

function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return "";
  const text = Buffer.concat(chunks)
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cs}]/gu, " ");
  return [...text].slice(0, MAX_STORED_CHARACTERS).join("");
}

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return forbiddenSentence(error.message);
  const { code, message, errors } = error as { code?: string; message?: string; errors?: { code?: string }[] };
  const known = code ?? errors?.[0]?.code;
  return (known && REASONS[known]) || `The call failed: ${known ?? message ?? "no reason given"}.`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: ATTEMPT_SENTENCES.REFUSED,
  ECONNRESET: ATTEMPT_SENTENCES.CLOSED,
  ENOTFOUND: ATTEMPT_SENTENCES.NO_ADDRESS,
  ENODATA: ATTEMPT_SENTENCES.NO_ADDRESS,
  ETIMEOUT: ATTEMPT_SENTENCES.NOT_RESOLVED,
  ETIMEDOUT: ATTEMPT_SENTENCES.UNREACHABLE,
};
