import { expect, test } from "vitest";
import { ChainFault } from "#lib/chains/chain.ts";
import type { App } from "#lib/kernel/app.ts";
import { openLog } from "#lib/kernel/log.ts";
import { type ErrorCode, Refusal } from "#lib/kernel/errors.ts";
import { errorResponse } from "./errors.ts";

const lines: string[] = [];
const app = { log: openLog({}, (line) => void lines.push(line)) } as unknown as App;
const answerTo = async (error: unknown) => {
  const response = errorResponse(app, error, "r-1");
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
};
const withCode = (code: string, message = "no") => Object.assign(new Error(message), { code });

test("a refusal is told as it is", async () => {
  const refusal = new Refusal("BELOW_MINIMUM", "Send more.", {
    errors: [{ field: "quantity", message: "Send more." }],
    body: { minimum: 5n },
    retryAfterSeconds: 7,
  });
  expect(await answerTo(refusal)).toMatchObject({
    status: 400,
    retryAfter: "7",
    body: {
      message: "Send more.",
      code: "BELOW_MINIMUM",
      requestId: "r-1",
      minimum: 5,
      errors: [{ field: "quantity", message: "Send more." }],
    },
  });
});

test("what is unavailable says when to ask again, also where nobody knows; nothing else does", async () => {
  const retryOf = async (code: ErrorCode) => (await answerTo(new Refusal(code, "Not now."))).retryAfter;
  expect([await retryOf("SERVICE_UNAVAILABLE"), await retryOf("INVALID_STATE")]).toEqual(["30", null]);
});

test.each([
  withCode("ECONNREFUSED"),
  withCode("57P01"),
  withCode("25006"),
  withCode("53300"),
  withCode("P2028"),
  withCode("P2010", "Raw query failed. Message: `Can't reach database server at 127.0.0.1:1`"),
  new Error("Connection terminated unexpectedly"),
  new Error("outer", { cause: withCode("ECONNRESET") }),
])("%o means the database is away: 503 with Retry-After", async (error) => {
  expect(await answerTo(error)).toMatchObject({
    status: 503,
    retryAfter: "2",
    body: { code: "SERVICE_UNAVAILABLE", requestId: "r-1" },
  });
});

test.each([withCode("40P01"), withCode("40001"), withCode("P2034")])(
  "%o means another change was in the way, not that the database is away",
  async (error) => {
    const { status, retryAfter, body } = await answerTo(error);
    expect([status, retryAfter, body.code]).toEqual([503, "1", "SERVICE_UNAVAILABLE"]);
    expect(body.message).toContain("Another change");
  },
);

test("a node that is away is 503 with Retry-After, its network, and no word of the database or of where it stands", async () => {
  const cause = withCode("ECONNREFUSED", "connect ECONNREFUSED 10.0.0.7:8545");
  const silent = new ChainFault("eth", "The node at 10.0.0.7:8545 does not answer.", true, { cause });
  const { status, retryAfter, body } = await answerTo(silent);
  expect([status, retryAfter, body.code, body.network]).toEqual([503, "30", "SERVICE_UNAVAILABLE", "eth"]);
  expect(body.message).toMatch(/^The node of eth does not answer[^.]*\.$/);
  expect(lines.at(-1)).toContain("10.0.0.7");
  const failure = { code: "REFUSED", method: "eth_estimateGas", detail: "execution reverted" } as const;
  const refused = await answerTo(new ChainFault("eth", "The node refused it.", true, { failure }));
  expect(refused.body.message).toMatch(/^The node of eth refused eth_estimateGas, and nothing was changed;[^.]*\.$/);
  expect(JSON.stringify([body, refused.body])).not.toMatch(/database|10\.0\.0|reverted/);
});

test.each([withCode("23505", "duplicate key in nonce"), new Error("hunter2"), "thrown text", undefined])(
  "%o is a 500 that says nothing of itself; the log does",
  async (error) => {
    const { status, body } = await answerTo(error);
    expect([status, body.code]).toEqual([500, "INTERNAL"]);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|duplicate|thrown/);
    expect(lines.at(-1)).toContain("r-1");
  },
);
