import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got, Key } from "#e2e/world/client.ts";

/** What can be wrong with one request, in the order in which it must be told (rulebook 1.9). */
const FAULTS = [
  "path",
  "method",
  "size",
  "authentication",
  "permission",
  "rate",
  "media type",
  "fields",
  "operation",
] as const;
type Fault = (typeof FAULTS)[number];

const EXPECTED: Record<Fault, [number, string]> = {
  path: [404, "NOT_FOUND"],
  method: [405, "METHOD_NOT_ALLOWED"],
  size: [413, "BODY_TOO_LARGE"],
  authentication: [401, "UNAUTHENTICATED"],
  permission: [403, "FORBIDDEN"],
  rate: [429, "RATE_LIMITED"],
  "media type": [415, "UNSUPPORTED_MEDIA_TYPE"],
  fields: [400, "VALIDATION_FAILED"],
  operation: [400, "UNSUPPORTED_CRYPTO"],
};

let api: Api;
let slow: Key;
let slowReader: Key;
let reader: Key;
beforeAll(async () => {
  api = await openApi();
  reader = await api.newKey({ scopes: ["payments:read"] });
  slow = await api.newKey({ account: "slow", rate: 1 });
  slowReader = await api.newKey({ account: "slow", rate: 1, scopes: ["payments:read"] });
  await useUp(slow, CREATE, "POST");
  await useUp(slowReader, "/payment/v1/payment?startTime=1", "GET");
});
afterAll(() => api?.close());

/** Sends until the budget is gone; the requests are refused after it was taken. */
/** Seconds that may have gone by since the budget was used up. */
const MEANWHILE = 100;

async function useUp(key: Key, target: string, method: string): Promise<void> {
  for (let sent = 0; sent < 400; sent += 40) {
    const got = await Promise.all(Array.from({ length: 40 }, () => api.send({ method, target, key })));
    if (got.some(({ status }) => status === 429)) return;
  }
  throw new Error("the budget never ended");
}

/** A budget of one a second may have come back by a few meanwhile: then one of the next requests meets it used up. */
async function answerTo(first: Fault, request: ApiRequest): Promise<Got> {
  if (first !== "rate") return api.send(request);
  const all = await Promise.all(Array.from({ length: MEANWHILE }, () => api.send(request)));
  return all.find(({ status }) => status === 429) ?? (all[0] as Got);
}

function requestWith(faults: ReadonlySet<Fault>): ApiRequest {
  const fields = {
    cryptoType: faults.has("operation") ? "XRP" : "BTC",
    fiat: "EUR",
    fiatReceivable: faults.has("fields") ? "100" : 100,
    subaccount: "s",
  };
  const text = JSON.stringify(fields);
  const key = faults.has("rate")
    ? faults.has("permission")
      ? slowReader
      : slow
    : faults.has("permission")
      ? reader
      : api.key;
  return {
    method: faults.has("method") ? "PUT" : "POST",
    target: faults.has("path") ? `${CREATE}s` : CREATE,
    body: faults.has("size") ? text.padEnd(70_000, " ") : text,
    key: faults.has("authentication") ? { ...key, secret: "another" } : key,
    headers: faults.has("media type") ? { "content-type": "text/plain" } : {},
  };
}

const pairs = FAULTS.flatMap((first, at) => FAULTS.slice(at + 1).map((second) => [first, second] as const));

describe("of two faults the earlier one is told", () => {
  test.each(pairs)("%s before %s", async (first, second) => {
    const { status, problem, headers } = await answerTo(first, requestWith(new Set([first, second])));
    expect([status, problem.code]).toEqual(EXPECTED[first]);
    expect(problem.requestId).toBe(headers["x-request-id"]);
    expect(problem.message).not.toBe("");
  });

  test("with none of them a bill is made", async () => {
    expect((await api.send(requestWith(new Set()))).status).toBe(200);
  });

  test("with all of them it is the path", async () => {
    expect((await api.send(requestWith(new Set(FAULTS)))).status).toBe(404);
  });

  test("malformed JSON is told before a field, and a query's fault like a field's", async () => {
    expect((await api.post(CREATE, "{")).problem.code).toBe("INVALID_JSON");
    expect((await api.post(`${CREATE}?x=1`, "{")).problem.code).toBe("INVALID_JSON");
  });
});
