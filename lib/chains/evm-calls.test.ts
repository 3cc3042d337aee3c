import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evmChain } from "./evm.ts";
import { jsonRpc } from "./json-rpc.ts";
import { ETH_WRITING } from "./main-nets.ts";

let server: Server;
let url: string;
/** What eth_sendRawTransaction is answered, and by which status. */
let refusal: { status: number; error: { code: number; message: string } };

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      const { status, error } = method === "eth_chainId" ? { status: 200, error: undefined } : refusal;
      response
        .writeHead(status)
        .end(JSON.stringify({ jsonrpc: "2.0", id, ...(error ? { error } : { result: "0x1" }) }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const sent = (code: number, message: string, status = 200) => {
  refusal = { status, error: { code, message } };
  const settings = {
    network: "eth",
    chainId: 1,
    tokens: [],
    reorgLimit: 64,
    writing: ETH_WRITING,
    numbered: true,
  } as const;
  return evmChain({ ...settings, limits: { blocks: 1, results: 1 } }, jsonRpc("eth", url)).send?.("0x02");
};

describe("what a client says to a transaction", () => {
  test.each([
    ["geth, Erigon, Reth", -32_000, "already known"],
    ["Nethermind", -32_010, "AlreadyKnown"],
    ["Nethermind of late", -32_010, "already known"],
    ["Besu", -32_000, "Known transaction"],
  ])("that has it already: %s", async (_client, code, words) => {
    expect(await sent(code, words)).toEqual({ taken: true });
  });

  test.each([
    ["geth", -32_000, "replacement transaction underpriced"],
    ["geth", -32_000, "nonce too low: next nonce 7, tx nonce 6"],
    ["Nethermind", -32_010, "FeeTooLowToCompete"],
    ["Besu", -32_001, "Nonce too low"],
  ])("that will not take it: %s, %s", async (_client, code, words) => {
    expect(await sent(code, words)).toEqual({ taken: false, words });
  });

  test.each([
    ["a provider", -32_005, "daily request count exceeded, request rate limited", 429],
    ["a provider", 429, "Your app has exceeded its compute units per second capacity.", 429],
    ["a provider that answers 200", -32_005, "rate limit exceeded", 200],
    ["Nethermind", -32_016, "Timeout", 200],
    ["geth", -32_002, "request timed out", 200],
  ])("that is too much asked, which is no word on it: %s %s", async (_who, code, words, status) => {
    await expect(sent(code, words, status)).rejects.toThrow();
  });
});
