import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NETWORKS } from "#lib/kernel/assets.ts";
import { ChainFault } from "./chain.ts";
import { mainNet } from "./main-nets.ts";

let server: Server;
let url: string;
let answer: { status: number; body: (id: unknown) => string };
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.writeHead(answer.status).end(answer.body((JSON.parse(text) as { id: unknown }).id));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://user:hidden-word@127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const faultOf = async (network: (typeof NETWORKS)[number], urls: string[]): Promise<ChainFault> => {
  const fault: unknown = await mainNet(network, urls, [])
    .head()
    .catch((error: unknown) => error);
  if (!(fault instanceof ChainFault)) throw new Error(`no fault but ${String(fault)}`);
  expect(fault.message).not.toContain("hidden-word");
  return fault;
};

describe.each(NETWORKS)("the main net of %s", (network) => {
  test("behind endpoints that are not there is a fault that may pass", async () => {
    const away = ["http://user:hidden-word@127.0.0.1:9", "http://127.0.0.1:10"];
    expect(await faultOf(network, away)).toMatchObject({ state: "FAULTY", retry: true });
  });

  test.each([
    ["too many requests", 429, () => "<h1>slow down</h1>", "The node answers HTTP 429."],
    ["nothing", 200, () => "", "The node answers something that is no JSON object."],
    ["another question's answer", 200, () => '{"jsonrpc":"2.0","id":"x","result":1}', "is no JSON-RPC result."],
  ])("that answers %s is told so", async (_name, status, body, sentence) => {
    answer = { status, body };
    expect((await faultOf(network, [url])).message).toContain(sentence);
  });

  test("that is of another network is never asked anything more", async () => {
    answer = { status: 200, body: (id) => JSON.stringify({ jsonrpc: "2.0", id, result: "0x5" }) };
    expect(await faultOf(network, [url])).toMatchObject({ state: "WRONG_NETWORK", retry: false });
  });
});
