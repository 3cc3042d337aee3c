import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { depthPrice, houseQuote } from "./house-quote.ts";
import type { Level } from "./venue.ts";

const level = (price: string, quantity: string): Level => ({
  price: Decimal.from(price),
  quantity: Decimal.from(quantity),
});
const BIDS = [level("60000", "1"), level("59900", "2"), level("59000", "10")];
const priceOf = (quantity: string) => depthPrice(BIDS, Decimal.from(quantity))?.toString();

describe("the depth-weighted price", () => {
  test("is the bid while the best level takes all, and falls with what is beneath", () => {
    expect(priceOf("0.5")).toBe("60000");
    expect(priceOf("1")).toBe("60000");
    expect(priceOf("2")).toBe("59950");
    expect(priceOf("4")).toBe("59700");
    expect(priceOf("3.1")).toBe("59903.22580645");
  });

  test("is none for nothing, and for more than the book takes", () => {
    expect(priceOf("0")).toBeUndefined();
    expect(priceOf("13.00000001")).toBeUndefined();
    expect(depthPrice([], Decimal.of(1n))).toBeUndefined();
  });

  test("never rises with the quantity and never leaves the levels it sells into", () => {
    const units = fc.bigInt(1n, 1_300_000_000n);
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const small = depthPrice(BIDS, Decimal.of(less, 8)) ?? Decimal.ZERO;
        const large = depthPrice(BIDS, Decimal.of(more, 8)) ?? Decimal.ZERO;
        expect(large.compare(small)).toBeLessThanOrEqual(0);
        expect(small.compare(Decimal.from("60000"))).toBeLessThanOrEqual(0);
        expect(large.compare(Decimal.from("59000"))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

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
});
