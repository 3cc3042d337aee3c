import type { Network } from "#lib/kernel/assets.ts";
import { ChainFault } from "./chain.ts";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Asks a node by JSON-RPC 2.0; whatever is not a well-formed result is a {@link ChainFault} that says whether trying again can help. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Opens a node's endpoint. Credentials belong into the URL; they are never repeated in a fault. */
export function jsonRpc(network: Network, url: string): AskNode {
  let lastId = 0;
  return async (method, params) => {
    lastId += 1;
    const id = lastId;
    const answer = await post(network, url, JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const {
      result,
      error,
      id: answered,
    } = answer as { result?: unknown; error?: { code?: number; message?: string }; id?: unknown };
    if (error)
      throw new ChainFault(
        network,
        `The node refused ${method}: ${String(error.message).slice(0, 200)}`,
        error.code !== -32601,
      );
    if (answered !== id || result === undefined)
      throw new ChainFault(network, `The node's answer to ${method} is no JSON-RPC result.`, true);
    return result;
  };
}

async function post(network: Network, url: string, body: string): Promise<object> {
  const { username, password, ...place } = partsOf(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (username !== "") headers["authorization"] = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  try {
    const response = await fetch(place.href, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok && text === "") throw new ChainFault(network, `The node answers HTTP ${response.status}.`, true);
    if (text.length > MAX_ANSWER_BYTES) throw new ChainFault(network, "The node's answer is too large.", false);
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return parsed;
    throw new ChainFault(network, "The node's answer is no JSON object.", true);
  } catch (error) {
    if (error instanceof ChainFault) throw error;
    throw new ChainFault(network, `The node at ${place.host} does not answer properly.`, true, error);
  }
}

function partsOf(url: string): { href: string; host: string; username: string; password: string } {
  const parsed = new URL(url);
  const username = decodeURIComponent(parsed.username);
  const password = decodeURIComponent(parsed.password);
  parsed.username = "";
  parsed.password = "";
  return { href: parsed.href, host: parsed.host, username, password };
}
