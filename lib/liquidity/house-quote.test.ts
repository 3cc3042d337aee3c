import { expect, test } from "vitest";
import type { Crypto } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { levels } from "#lib/pricing/reference.fixture.ts";
import { houseQuote } from "./house-quote.ts";
import type { Side } from "./venue.ts";

const BIDS = levels("60000 × 1, 59900 × 2, 59000 × 10");

test("the house's own quote keeps a spread and a buffer for the market back, for ten seconds", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const book = { bid: Decimal.from("60000"), ask: Decimal.from("60010"), at: now, bids: BIDS };
  const quoteFor = (base: Crypto, quantity: Decimal, side: Side = "SELL") =>
    houseQuote(book, { side, base, quantity }, now);
  const quote = quoteFor("BTC", Decimal.from("2"));
  expect(quote).toMatchObject({ firm: false, quoteId: undefined, expiresAt: new Date("2026-11-21T12:00:10Z") });
  // 59 950 less 10 + 15 basis points
  expect(quote?.price.toString()).toBe("59800.125");
  expect(quote?.proceeds.toString()).toBe("119600.25");
  expect(quoteFor("USDT", Decimal.from("2"))?.price.toString()).toBe("59872.065");
  expect(quoteFor("USDC", Decimal.from("2"))?.price.toString()).toBe("59872.065");
  expect(quoteFor("BCH", Decimal.from("2"))?.price.toString()).toBe("59710.2");
  expect(quoteFor("BTC", Decimal.from("20"))).toBeUndefined();
  expect(quoteFor("BTC", Decimal.from("1"))?.price.toString()).toBe("59850");
  expect(quoteFor("BTC", Decimal.ZERO)).toBeUndefined();
  expect(quoteFor("BTC", Decimal.from("2"), "BUY")).toBeUndefined();
});

test("its price has at most the eight decimals of a price, rounded down", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const book = { bid: Decimal.from("0.07"), ask: Decimal.from("0.08"), at: now, bids: levels("0.07 × 1, 0.05 × 2") };
  const quote = houseQuote(book, { side: "SELL", base: "USDT", quantity: Decimal.from("3") }, now);
  expect(quote?.price.toString()).toBe("0.05659299");
});
