import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { text as textOf } from "node:stream/consumers";
import type { Network } from "#lib/kernel/assets.ts";
import { ChainFault } from "./chain.ts";

const TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** JSON-RPC 2.0: the method is not there, so asking again cannot help. */
const METHOD_NOT_FOUND = -32_601;
/** Too Many Requests (RFC 6585): whatever the body says, it is nothing about what was asked. */
const TOO_MANY = 429;
const MAX_SENTENCE = 200;

/** Asks a node by JSON-RPC 2.0; whatever is not a well-formed result is a {@link ChainFault} that says whether trying again can help. */
export type AskNode = (method: string, params: readonly unknown[], stop?: AbortSignal) => Promise<unknown>;

/** One method for many parameter lists in one request; each answer stands for itself, in the order of the request. */
export type AskMany = (method: string, many: readonly (readonly unknown[])[]) => Promise<(unknown | ChainFault)[]>;

/**
 * `exact`: fields whose numbers are handed on as the text of their token, since a float would bend them. `patient`: the node
 * may take for its answer as long as it likes.
 */
export type NodeOptions = { exact?: readonly string[]; timeoutMs?: number; patient?: boolean };

/** JSON-RPC tells its faults in the body, under whatever status but {@link TOO_MANY}; elsewhere a status that is no success is one. */
type Sending = NodeOptions & { byStatus?: boolean };

/** Opens a node's endpoint. Credentials belong into the URL; they are never repeated in a fault. */
export function jsonRpc(network: Network, url: string, options: NodeOptions = {}): AskNode {
  const send = sender(network, url, options);
  let lastId = 0;
  return async (method, params, stop) => {
    lastId += 1;
    const id = lastId;
    const answer = await send({ jsonrpc: "2.0", id, method, params }, stop);
    const result = resultOf(network, method, id, answer);
    if (result instanceof ChainFault) throw result;
    return result;
  };
}

/** The same endpoint, queried in batches, as Bitcoin's nodes allow. */
export function jsonRpcBatch(network: Network, url: string, options: NodeOptions = {}): AskMany {
  const send = sender(network, url, options);
  return async (method, many) => {
    if (many.length === 0) return [];
    const answers = await send(many.map((params, id) => ({ jsonrpc: "2.0", id, method, params })));
    if (!Array.isArray(answers))
      throw new ChainFault(network, `The node does not answer ${method} in a batch.`, true, {
        failure: { code: "UNREADABLE", method },
      });
    const byId = new Map(answers.map((answer: { id?: unknown } | null) => [answer?.id, answer]));
    return many.map((_, id) => resultOf(network, method, id, byId.get(id)));
  };
}

/** Posts JSON to an address that answers an object of JSON. */
export const jsonPost = (network: Network, url: string): ((body: unknown) => Promise<object>) =>
  sender(network, url, { byStatus: true });

type Answer = { result?: unknown; error?: { code?: number; message?: string } | null; id?: unknown };

function resultOf(network: Network, method: string, id: number, answer: unknown): unknown | ChainFault {
  const { result, error, id: answered } = (typeof answer === "object" && answer !== null ? answer : {}) as Answer;
  if (error) {
    const message = String(error.message).slice(0, MAX_SENTENCE);
    const retry = error.code !== METHOD_NOT_FOUND;
    return new ChainFault(network, `The node refused ${method}: ${message}`, retry, {
      code: error.code,
      failure: { code: "REFUSED", method, detail: message },
    });
  }
  if (answered === id && result !== undefined) return result;
  return new ChainFault(network, `The node's answer to ${method} is no JSON-RPC result.`, true, {
    failure: { code: "UNREADABLE", method },
  });
}

type Send = (body: unknown, stop?: AbortSignal) => Promise<object>;

function sender(network: Network, url: string, options: Sending): Send {
  const { username, password, ...place } = partsOf(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (username !== "") headers["authorization"] = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const read = readerOf(options.exact ?? []);
  return async (body, stop) => {
    if (options.patient) return askPatiently(network, place, { headers, body, read });
    const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    try {
      const response = await fetch(place.href, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "error",
        signal: stop ? AbortSignal.any([late, stop]) : late,
      });
      if (options.byStatus && !response.ok) throw refusedBy(network, response.status);
      return answerOf(network, response, await response.text(), read);
    } catch (error) {
      throw error instanceof ChainFault ? error : noAnswer(network, place.host, late.aborted, error);
    }
  };
}

function noAnswer(network: Network, host: string, isLate: boolean, cause: unknown): ChainFault {
  const sentence = `The node at ${host} does not answer ${isLate ? "in time" : "properly"}.`;
  return new ChainFault(network, sentence, true, { cause, failure: { code: isLate ? "SILENT" : "UNREACHABLE", host } });
}

type Patient = { headers: Record<string, string>; body: unknown; read: (text: string) => unknown };

/** As above, without an end to the waiting: `fetch` of Node gives up after five minutes without a header. */
async function askPatiently(
  network: Network,
  { href, host }: { href: string; host: string },
  { headers, body, read }: Patient,
): Promise<object> {
  try {
    const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
      const request = href.startsWith("https:") ? requestSecure : requestPlain;
      const asking = request(href, { method: "POST", headers }, (response) => {
        textOf(response).then((answered) => resolve([response.statusCode ?? 0, answered]), reject);
      });
      // A connection that says nothing for an hour is kept alive by the system, and noticed when the other end is gone.
      asking.on("socket", (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
      asking.on("error", reject);
      asking.end(JSON.stringify(body));
    });
    return answerOf(network, { ok: status >= 200 && status < 300, status }, text, read);
  } catch (error) {
    if (error instanceof ChainFault) throw error;
    throw new ChainFault(network, `The node at ${host} does not answer properly.`, true, {
      cause: error,
      failure: { code: "UNREACHABLE", host },
    });
  }
}

function answerOf(
  network: Network,
  response: { ok: boolean; status: number },
  text: string,
  read: (text: string) => unknown,
): object {
  if (text.length > MAX_ANSWER_BYTES)
    throw new ChainFault(network, "The node's answer is too large.", false, {
      failure: { code: "UNREADABLE" },
    });
  if (response.status === TOO_MANY) throw refusedBy(network, response.status);
  const parsed = parsedOr(read, text);
  if (typeof parsed === "object" && parsed !== null) return parsed;
  if (!response.ok) throw refusedBy(network, response.status);
  throw new ChainFault(network, "The node answers something that is no JSON object.", true, {
    failure: { code: "UNREADABLE" },
  });
}

const refusedBy = (network: Network, status: number): ChainFault =>
  new ChainFault(network, `The node answers HTTP ${status}.`, true, { failure: { code: "HTTP", status } });

function parsedOr(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/**
 * Puts the number tokens of `exact` fields into quotes before the text is parsed. A field's name inside a string keeps
 * its backslashes there, so nothing but a field matches; a reviver would do the same in twenty times the time.
 */
function readerOf(exact: readonly string[]): (text: string) => unknown {
  if (exact.length === 0) return (text) => JSON.parse(text);
  const tokens = new RegExp(`"(${exact.join("|")})":\\s*(-?[0-9][0-9.eE+-]*)`, "g");
  return (text) => JSON.parse(text.replace(tokens, '"$1":"$2"'));
}

function partsOf(url: string): { href: string; host: string; username: string; password: string } {
  const parsed = new URL(url);
  const username = decodeURIComponent(parsed.username);
  const password = decodeURIComponent(parsed.password);
  parsed.username = "";
  parsed.password = "";
  return { href: parsed.href, host: parsed.host, username, password };
}
