import { describe, expect, test } from "vitest";
import type { Arrival } from "#lib/kernel/arrival.ts";
import { credentialsOf } from "./credentials.ts";

const KEY = { "x-api-key": "ak_1", "x-timestamp": "1700000000000", "x-nonce": "n-1", "x-signature": "a".repeat(64) };
const BASIC = { authorization: `Basic ${Buffer.from("ak_1:s:t").toString("base64")}` };

function read(headers: Record<string, string>) {
  return credentialsOf(new Headers(headers), arrivalWith(Object.entries(headers).flat()));
}

function arrivalWith(rawHeaders: string[]): Arrival {
  const gone = () => new AbortController().signal;
  return { target: "/", clientAddress: undefined, requestId: "r", receivedAt: 0, rawHeaders, body: undefined, gone };
}

describe("who a request says it is", () => {
  test("a signature", () => {
    expect(read(KEY)).toEqual({
      kind: "signature",
      keyId: "ak_1",
      timestamp: "1700000000000",
      nonce: "n-1",
      signature: "a".repeat(64),
    });
  });

  test("Basic, whose secret may hold a colon", () => {
    expect(read(BASIC)).toEqual({ kind: "basic", keyId: "ak_1", secret: "s:t" });
  });

  test("a cookie counts for nothing beside a key", () => {
    expect(read({ ...KEY, cookie: "a=b" }).kind).toBe("signature");
    expect(read({ cookie: "a=b" })).toEqual({ kind: "cookie", header: "a=b" });
    expect(read({})).toEqual({ kind: "none" });
  });
});

describe("401", () => {
  const { "x-nonce": _nonce, ...incomplete } = KEY;
  test.each([
    ["both ways at once", { ...KEY, ...BASIC }],
    ["an incomplete set", incomplete],
    ["a nonce of 65 characters", { ...KEY, "x-nonce": "n".repeat(65) }],
    ["a nonce with a space inside", { ...KEY, "x-nonce": "a b" }],
    ["a timestamp that is no number", { ...KEY, "x-timestamp": "1e12" }],
    ["an upper-case signature", { ...KEY, "x-signature": "A".repeat(64) }],
    ["another scheme", { authorization: "Bearer abc" }],
    ["Basic without a colon", { authorization: `Basic ${Buffer.from("ak_1").toString("base64")}` }],
  ])("%s", (_what, headers) => {
    expect(() => read(headers)).toThrow(expect.objectContaining({ code: "UNAUTHENTICATED" }));
  });

  test.each([...Object.keys(KEY), "authorization"])("%s sent twice", (name) => {
    const arrival = arrivalWith([name, "a", name.toUpperCase(), "a"]);
    expect(() => credentialsOf(new Headers(), arrival)).toThrow(expect.objectContaining({ code: "UNAUTHENTICATED" }));
  });
});
