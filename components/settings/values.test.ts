import { expect, test } from "vitest";
import { pairOf, saidOf, stemOf, storedOf, writtenOf } from "./values.ts";

const WORDS = { units: { minutes: "minutes", seconds: "seconds" }, choices: { KEEP: "Keep the surplus" } };

test.each([
  ["spreadBps", "80", "0.80", "0.80\u00a0%"],
  ["spreadBps.BTC.EUR", "5000", "50.00", "50.00\u00a0%"],
  ["guaranteeMs", "7200000", "120", "120\u00a0minutes"],
  ["lifetimeMs", "90000", "1.5", "1.5\u00a0minutes"],
  ["quoteLifetimeMs", "10000", "10", "10\u00a0seconds"],
  ["limitPrice.USDT.EUR", "0.95", "0.95", "0.95\u00a0EUR"],
  ["overpayment", "KEEP", "KEEP", "Keep the surplus"],
])("%s: %s is written %s, and back", (name, stored, written, said) => {
  expect(writtenOf(name, stored)).toBe(written);
  expect(storedOf(name, written)).toBe(stored);
  expect(saidOf(name, stored, WORDS)).toBe(said);
});

test.each([
  ["spreadBps", "0.005"],
  ["spreadBps", "-1"],
  ["spreadBps", "much"],
  ["guaranteeMs", "0.000001"],
  ["limitPrice.USDT.EUR", "0"],
  ["openExposureLimit.EUR", "100,000"],
  ["openExposureLimit.EUR", ""],
])("%s cannot be %s", (name, written) => {
  expect(storedOf(name, written)).toBeUndefined();
});

test("a comma is read as a point; names tell what they are for", () => {
  expect(storedOf("spreadBps", "0,8")).toBe("80");
  expect([stemOf("spreadBps.BTC.EUR"), pairOf("spreadBps.BTC.EUR"), pairOf("overpayment")]).toEqual([
    "spreadBps",
    "BTC/EUR",
    "",
  ]);
});
