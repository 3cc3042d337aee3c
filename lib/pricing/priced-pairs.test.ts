import { expect, test } from "vitest";
import type { App } from "#lib/kernel/app.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { Cross } from "#lib/kernel/env-venues.ts";
import { isPriced } from "./priced-pairs.ts";
import { publicFeeds } from "./sources/all.ts";

const houseWith = (sources: readonly string[], crosses: readonly Cross[] = []): App => {
  const priceSources = sources.map((name) => ({ name, weight: 1, url: undefined }));
  const env = { priceSources, crosses };
  return { env, mode: "live", feeds: publicFeeds(priceSources, crosses) } as unknown as App;
};
const isOne = (app: App, pair: `${Crypto}/${Fiat}`) => isPriced(app, ...(pair.split("/") as [Crypto, Fiat]));

test("a pair is priced where as many sources tell it as a price needs", () => {
  const two = houseWith(["kraken", "coinbase"]);
  expect(isOne(two, "BTC/EUR")).toBe(true);
  expect(isOne(two, "BCH/JPY")).toBe(false);
  expect(isOne(houseWith(["kraken", "bitfinex-fx"]), "BTC/EUR")).toBe(false);
});

test("of a cross each leg is", () => {
  const over: Cross = { base: "BCH", fiat: "JPY", via: "USD" };
  expect(isOne(houseWith(["kraken", "coinbase", "coinbase-rates", "bitfinex-fx"], [over]), "BCH/JPY")).toBe(true);
  expect(isOne(houseWith(["kraken", "coinbase"], [over]), "BCH/JPY")).toBe(false);
});

test("a cross of another fiat, or of another crypto, takes nothing from a pair that is quoted itself", () => {
  for (const other of [
    { base: "BTC", fiat: "JPY", via: "CAD" },
    { base: "BCH", fiat: "EUR", via: "CAD" },
  ] as const)
    expect(isOne(houseWith(["kraken", "coinbase"], [other]), "BTC/EUR")).toBe(true);
});

test("where no feed is read, as in the sandbox, every pair is", () => {
  expect(isOne(houseWith([]), "BCH/JPY")).toBe(true);
});
