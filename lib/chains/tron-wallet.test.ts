import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tronWallet } from "./tron-wallet.ts";

const CHAIN_ID = 0x2b6653dc;
const ACCOUNT = "11".repeat(20);
const HASH = "ab".repeat(32);

let server: Server;
let url: string;
/** What is answered to a path; any other is not served, as by java-tron's own server. */
let answers: Readonly<Record<string, { status?: number; body: object }>>;
const begins = { "/wallet/getblockbynum": { body: { blockID: CHAIN_ID.toString(16).padStart(64, "0") } } };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const answer = answers[request.url ?? ""];
    if (answer) response.writeHead(answer.status ?? 200).end(JSON.stringify(answer.body));
    else response.writeHead(404, { "content-type": "text/html" }).end("<h2>HTTP ERROR 404 Not Found</h2>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const wallet = () => tronWallet({ chainId: CHAIN_ID, tokens: [] }, url);

describe("a node of tron that could not answer", () => {
  test.each([
    ["is busy", 200, { Error: "class java.lang.IllegalAccessException : lack of computing resources" }, /lack of comp/],
    ["counts calls", 403, { Error: "The key exceeds the frequency limit(15)" }, /answers HTTP 403/],
    ["is too much asked", 429, { Success: false }, /answers HTTP 429/],
  ])(
    "since it %s says neither that nothing lies there nor that no block has it",
    async (_why, status, body, sentence) => {
      const refused = { status, body };
      answers = {
        ...begins,
        "/wallet/getaccount": refused,
        "/wallet/getaccountresource": refused,
        "/wallet/gettransactioninfobyid": refused,
        "/wallet/broadcasthex": refused,
      };
      const { calls, coins, feeOf, send } = wallet();
      await expect(coins([ACCOUNT])).rejects.toThrow(sentence);
      await expect(calls.account(ACCOUNT)).rejects.toThrow(sentence);
      await expect(calls.outcome(HASH)).rejects.toThrow(sentence);
      await expect(feeOf(HASH)).rejects.toThrow(sentence);
      await expect(send("0a")).rejects.toThrow(sentence);
    },
  );
});

test("a full node, which serves what is solid at another port, says what became of a transaction", async () => {
  const of = (body: object) => {
    answers = { ...begins, "/wallet/gettransactioninfobyid": { body } };
    return wallet().calls.outcome(HASH);
  };
  expect(await of({})).toBe("NONE");
  expect(await of({ id: HASH, blockNumber: 5, receipt: { result: "SUCCESS" } })).toBe("DONE");
  expect(await of({ id: HASH, blockNumber: 5, receipt: { result: "OUT_OF_ENERGY" } })).toBe("FAILED");
});
