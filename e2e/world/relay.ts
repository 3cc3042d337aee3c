import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a real node on which it can fall ill: `silent` answers nothing, `keepsFrom` has no block below that height. */
export type Relay = { url: string; silent: boolean; keepsFrom: number; stop(): void };

type Call = { id: number; method: string; params: unknown[] };
type Answer = { result?: unknown; error?: { code: number; message: string } };

/** Bitcoin Core's refusal (rpc/blockchain.cpp), what clients of eth agreed on (EIP-4444), and Tron's plain nothing. */
const PRUNED = {
  bitcoin: { error: { code: -1, message: "Block not available (pruned data)" } },
  eth: { error: { code: 4444, message: "pruned history unavailable" } },
  tron: { result: null },
} satisfies Record<string, Answer>;

export async function startRelay(network: keyof typeof PRUNED, target: string): Promise<Relay> {
  const { href, authorization } = placeOf(target);
  const forward = async (body: string): Promise<string> => {
    const headers = { "content-type": "application/json", ...authorization };
    return (await fetch(href, { method: "POST", headers, body })).text();
  };
  const heightOf = async ({ method, params: [first] }: Call): Promise<number | undefined> => {
    if (method === "eth_getBlockByNumber" && String(first).startsWith("0x")) return Number(first);
    if (method !== "getblock") return undefined;
    const request = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "getblockheader", params: [first, true] });
    return (JSON.parse(await forward(request)) as { result: { height: number } }).result.height;
  };
  const answer = async (text: string, response: ServerResponse): Promise<void> => {
    if (relay.silent) return;
    const call = JSON.parse(text) as Call;
    const height = relay.keepsFrom > 0 ? await heightOf(call) : undefined;
    const pruned = height !== undefined && height < relay.keepsFrom;
    response.setHeader("content-type", "application/json");
    response.end(pruned ? JSON.stringify({ jsonrpc: "2.0", id: call.id, ...PRUNED[network] }) : await forward(text));
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    await answer(text, response).catch(() => response.destroy());
  });
  const port = await new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
  const relay: Relay = {
    url: withPort(target, port),
    silent: false,
    keepsFrom: 0,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return relay;
}

/** The address without its credentials, which `fetch` does not take, and these as a header. */
function placeOf(target: string): { href: string; authorization: Record<string, string> } {
  const url = new URL(target);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const encoded = Buffer.from(`${username}:${password}`).toString("base64");
  return { href: url.href, authorization: username === "" ? {} : { authorization: `Basic ${encoded}` } };
}

function withPort(target: string, port: number): string {
  const url = new URL(target);
  url.port = String(port);
  return url.href;
}
