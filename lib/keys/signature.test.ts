import { describe, expect, test } from "vitest";
import { bodyHash, sameText, signatureOf } from "./signature.ts";

const SECRET = "test-secret";
const common = { timestamp: "1700000000000", nonce: "n-0001" };
const create = Buffer.from('{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42"}');

describe("the published vectors", () => {
  test("a body's hash", () => {
    expect(bodyHash(create)).toBe("f869bb55582960dd6622e7c67afe50c0c53b19d2b2fc5e83080e2cf5b47dff9a");
  });

  test("POST with a body", () => {
    const signed = { ...common, method: "POST", target: "/payment/v1/requestPaymentAddress", body: create };
    expect(signatureOf(SECRET, signed)).toBe("7f1343cdfc4374047adee005bbdcf15a97fab626f62ab49ab5f4ee73674fc4e7");
  });

  test("GET with a query and no body", () => {
    const target = "/payment/v1/payment?startTime=1700000000000&address=bc1q%2Fx";
    const signed = { ...common, method: "GET", target, body: new Uint8Array() };
    expect(signatureOf(SECRET, signed)).toBe("1bf303c109b89fe5ca87ab9a32f55109380d2754e6ff51a35c9a9b688f258e13");
  });
});

describe("what is signed", () => {
  const signed = { ...common, method: "GET", target: "/a?b=%2f", body: new Uint8Array() };

  test.each([
    ["the timestamp", { timestamp: "1700000000001" }],
    ["the nonce", { nonce: "n-0002" }],
    ["the method", { method: "DELETE" }],
    ["the letter case of an escape", { target: "/a?b=%2F" }],
    ["the body", { body: Buffer.from(" ") }],
  ])("%s", (_what, change) => {
    expect(signatureOf(SECRET, { ...signed, ...change })).not.toBe(signatureOf(SECRET, signed));
  });
});

test("texts of different length are compared without an error", () => {
  expect(sameText("a", "ab")).toBe(false);
  expect(sameText("ab", "ab")).toBe(true);
});
