import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { NOTHING_SET, ruling } from "#lib/settings/setting.ts";
import { confirmationsFor } from "./confirmations-for.ts";

const value = Decimal.from("1000");

test.each([
  ["BTC", 2],
  ["BCH", 6],
  ["USDT@eth", 12],
  ["USDC@eth", 12],
  ["USDT@tron", 20],
] as const)("%s waits for %d confirmations where the account says nothing", (asset, confirmations) => {
  expect(confirmationsFor(NOTHING_SET, asset, "EUR", value)).toBe(confirmations);
});

test("the account's tiers of the pair rule by value, and an empty setting leaves the default", () => {
  const settings = ruling({ "confirmations.USDT.EUR": "3,1000:9", "confirmations.BTC": "" });
  expect(confirmationsFor(settings, "USDT@tron", "EUR", value)).toBe(9);
  expect(confirmationsFor(settings, "USDT@eth", "EUR", Decimal.from("999.99"))).toBe(3);
  expect(confirmationsFor(settings, "USDT@tron", "USD", value)).toBe(20);
  expect(confirmationsFor(settings, "BTC", "EUR", value)).toBe(2);
});
