import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { levels } from "#lib/pricing/reference.fixture.ts";
import { houseQuote } from "./house-quote.ts";

const BIDS = levels("60000 × 1, 59900 × 2, 59000 × 10");

test("the house's own quote keeps a spread and a buffer for the market back, for ten seconds", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const book = { bid: Decimal.from("60000"), ask: Decimal.from("60010"), at: now, bids: BIDS };
  const quote = houseQuote(book, "BTC", Decimal.from("2"), now);
  expect(quote).toMatchObject({ firm: false, quoteId: undefined, expiresAt: new Date("2026-11-21T12:00:10Z") });
  // 59 950 less 10 + 15 basis points
  expect(quote?.price.toString()).toBe("59800.125");
  expect(quote?.proceeds.toString()).toBe("119600.25");
  expect(houseQuote(book, "USDT", Decimal.from("2"), now)?.price.toString()).toBe("59872.065");
  expect(houseQuote(book, "USDC", Decimal.from("2"), now)?.price.toString()).toBe("59872.065");
  expect(houseQuote(book, "BCH", Decimal.from("2"), now)?.price.toString()).toBe("59710.2");
  expect(houseQuote(book, "BTC", Decimal.from("20"), now)).toBeUndefined();
  expect(houseQuote(book, "BTC", Decimal.ZERO, now)).toBeUndefined();
});
