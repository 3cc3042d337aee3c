import { beforeAll, describe, expect, test } from "vitest";
import { openKraken } from "#e2e/world/kraken.ts";
import { krakenFunding } from "#e2e/world/kraken-account.ts";
import { ccxtVenue } from "./ccxt.ts";
import { COMMON_MISDEEDS, proveAdapter } from "#e2e/world/exchange-suite.ts";

const LOADED_MS = 60_000;

describe("Kraken through ccxt", () => {
  // The library is 1500 files, which a cold disk gives slowly: they are read before the suite makes its claims.
  beforeAll(async () => {
    await import("ccxt");
  }, LOADED_MS);

  const { bench } = proveAdapter({
    open: openKraken,
    venue: (keys) => ccxtVenue("kraken", { ...keys, timeoutMs: 1_000 }),
    otherKeys: { key: "nobody" },
    funded: krakenFunding,
    pair: "XBTEUR",
    misdeeds: [...COMMON_MISDEEDS, "fills-half", "fills-in-three"],
    tellings: ["all-but-one"],
  });

  test("what earns in Kraken Rewards is held like the rest of its asset, each told once", async () => {
    const held = await bench().venue.balances();
    expect(held.map(({ symbol, quantity }) => `${quantity} ${symbol}`).sort()).toEqual([
      "1011.69088779 BTC",
      "504861.8946 EUR",
      "7 USDT",
    ]);
  });

  test.each(["bitstamp", "gemini"])("an exchange at which no order is found again is sent none: %s", async (id) => {
    const venue = ccxtVenue(id, { key: "k", secret: "s", baseUrl: "http://127.0.0.1:9" });
    await expect(venue.book("BTC", "EUR", new Date())).rejects.toThrow(/ccxt has no fetchTime of/);
  });

  test("an exchange that takes no deadline is never taken to have lost an order", () => {
    expect(ccxtVenue("bitstamp", { key: "k", secret: "s" }).capabilities().fenced).toBe(false);
  });
});
