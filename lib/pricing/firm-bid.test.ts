import { describe, expect, test } from "vitest";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { crossReference } from "./cross.ts";
import { firmBid, takenNow } from "./firm-bid.ts";
import type { Sample } from "./market.ts";
import { levels } from "./reference.fixture.ts";
import { LIVE_RULES, type Reference, referenceOf } from "./reference.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const of = Decimal.from;

function marketOf(base: Crypto, fiat: Fiat, books: Record<string, string | undefined>, ask?: string): Reference {
  const samples = Object.entries(books).map(([source, book]): Sample => {
    const bids = book ? { bids: levels(book) } : {};
    const bid = book ? (levels(book)[0]?.price ?? Decimal.ZERO) : of("60000");
    return { source, bid, ask: of(ask ?? bid.toString()), at: NOW, ...bids };
  });
  const reference = referenceOf(base, fiat, samples, NOW, LIVE_RULES);
  if (!reference) throw new Error("there is a price");
  return reference;
}

const firm = (reference: Reference, quantity: string, maxDepthBps = 200) =>
  firmBid(reference, { quantity: of(quantity) }, maxDepthBps);

describe("of several sources", () => {
  const market = marketOf("BTC", "EUR", {
    a: "60000 × 1, 59000 × 1",
    b: "60010 × 1, 59990 × 2",
    c: "60020 × 3",
    d: undefined,
  });

  test("each is asked at the size, those that do not take it left out", () => {
    expect(firm(market, "1")?.samples.map(({ source, bid }) => `${source} ${bid}`)).toEqual([
      "a 60000",
      "b 60010",
      "c 60020",
    ]);
    expect(firm(market, "1")?.bid.toString()).toBe("60010");
    expect(firm(market, "3")?.bid.toString()).toBe("60008.33333333");
    expect(firm(market, "2", 100)?.samples.map(({ source }) => source)).toEqual(["b", "c"]);
  });

  test("as many as a price needs have to take it, and what they take is told", () => {
    expect(firm(market, "3.00000001")).toBeUndefined();
    expect(takenNow(market, 200).toString()).toBe("3");
    expect(takenNow(market, 200, of("1.5")).toString()).toBe("1.5");
    const two = marketOf("BTC", "EUR", { a: "60000 × 1", b: "60000 × 5", c: undefined });
    expect([takenNow(two, 200).toString(), firm(two, "1")?.bid.toString(), firm(two, "1.1")]).toEqual([
      "1",
      "60000",
      undefined,
    ]);
    expect(takenNow(marketOf("BTC", "EUR", { a: undefined, b: undefined }), 200).toString()).toBe("0");
  });

  test("those too far from the others at that size are left out", () => {
    const apart = marketOf("BTC", "EUR", { a: "60000 × 1, 59000 × 9", b: "60000 × 1, 58801 × 9", c: "60000 × 10" });
    expect(firm(apart, "1")?.samples).toHaveLength(3);
    expect(firm(apart, "10")?.samples.map(({ source }) => source)).toEqual(["a", "b"]);
  });

  test("a bill is walked in fiat", () => {
    const bid = firmBid(market, { fiat: of("59400"), lessBps: 100 }, 200);
    // a: 60000, b: 60010, c: 60020
    expect(bid?.bid.toString()).toBe("60010");
    expect(firmBid(market, { fiat: of("200000"), lessBps: 100 }, 200)).toBeUndefined();
  });
});

describe("of a cross", () => {
  const twice = (book: string) => ({ a: book, b: book });
  const legs = [
    marketOf("BCH", "USD", twice("400 × 10, 396 × 10")),
    marketOf("USDT", "JPY", twice("150 × 5000, 149 × 10000")),
    marketOf("USDT", "USD", twice("1 × 1"), "1.0001"),
  ] as const;
  const cross = crossReference({ base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" }, legs, NOW);
  if (!cross) throw new Error("there is a cross");

  test("every leg is walked at the size that reaches it", () => {
    expect(cross.bid.toString()).toBe("59994.00059994");
    expect(firm(cross, "1")?.bid.toString()).toBe("59994.00059994");
    // 20 BCH: 398 each, 7960 USD, 7959.20407960 USDT: 5000 at 150, the rest at 149
    const large = firm(cross, "20");
    expect(large?.bid.toString()).toBe("59546.07038994");
    expect(large?.samples.map(({ pair }) => pair)).toEqual([
      "BCH/USD",
      "BCH/USD",
      "USDT/JPY",
      "USDT/JPY",
      "USDT/USD",
      "USDT/USD",
    ]);
    expect(firm(cross, "20.1")).toBeUndefined();
  });

  test("in fiat it is never better than the quantity it takes", () => {
    const inFiat = firmBid(cross, { fiat: of("1000000"), lessBps: 100 }, 200);
    const quantity = of("1000000")
      .times(of("10000"))
      .dividedDown((inFiat?.bid ?? of("1")).times(of("9900")), 8);
    const inCrypto = firm(cross, quantity.toString());
    expect(inFiat?.bid.compare(inCrypto?.bid ?? Decimal.ZERO)).toBeLessThanOrEqual(0);
    expect(inCrypto?.bid.minus(inFiat?.bid ?? Decimal.ZERO).compare(of("0.01"))).toBe(-1);
  });

  test("over a rate only what is sold has a depth; a fiat is reached by the rate, rounded up", () => {
    const rate = { ...marketOf("USDT", "CAD", twice("1.4 × 1")), base: "USD" as const };
    const over = crossReference({ base: "BCH", fiat: "CAD", via: "USD" }, [legs[0], rate], NOW);
    if (!over) throw new Error("there is a cross");
    expect(firm(over, "1")?.bid.toString()).toBe("560");
    // 20 BCH: 398 each in USD
    expect(firm(over, "20")?.bid.toString()).toBe("557.2");
    expect(firm(over, "20")?.samples.map(({ pair, levels }) => `${pair} ${levels.length}`)).toEqual([
      "BCH/USD 2",
      "BCH/USD 2",
      "USD/CAD 0",
      "USD/CAD 0",
    ]);
    expect(firm(over, "20.1")).toBeUndefined();
    expect(takenNow(over, 200).toString()).toBe("20");
    // 5 544 CAD after one percent are 5 600, so 4 000 USD: ten at 400, and a breath more at 396
    const inFiat = firmBid(over, { fiat: of("5544"), lessBps: 100 }, 200);
    expect([inFiat?.bid.compare(of("560")), inFiat?.bid.compare(of("559.99"))]).toEqual([-1, 1]);
    expect(firmBid(over, { fiat: of("5543"), lessBps: 100 }, 200)?.bid.toString()).toBe("560");
  });

  test("a size that brings less than the smallest price has none", () => {
    const dear = [
      marketOf("BCH", "USD", twice("1 × 1, 0.99 × 9")),
      marketOf("USDT", "JPY", twice("1 × 1000")),
      marketOf("USDT", "USD", twice("1 × 1"), "100000000"),
    ] as const;
    const least = crossReference({ base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" }, dear, NOW);
    if (!least) throw new Error("there is a cross");
    expect(firm(least, "1")?.bid.toString()).toBe("0.00000001");
    expect(firm(least, "2")).toBeUndefined();
    const rate = { ...marketOf("USDT", "CAD", twice("0.00000001 × 1")), base: "USD" as const };
    const over = crossReference({ base: "BCH", fiat: "CAD", via: "USD" }, [dear[0], rate], NOW);
    expect(over && firm(over, "1")?.bid.toString()).toBe("0.00000001");
    expect(over && firm(over, "2")).toBeUndefined();
  });

  test("a size that one of its legs does not take has none", () => {
    // The bridge has 15 000 USDT in yen, what is sold 20 BCH in dollars.
    expect(firmBid(cross, { fiat: of("1000000000"), lessBps: 0 }, 200)).toBeUndefined();
    expect(firmBid(cross, { fiat: of("2000000"), lessBps: 0 }, 200)).toBeUndefined();
    const narrow = [legs[0], marketOf("USDT", "JPY", twice("150 × 400")), legs[2]] as const;
    const bridged = crossReference({ base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" }, narrow, NOW);
    expect(bridged && firm(bridged, "1")?.bid.toString()).toBe("59994.00059994");
    expect(bridged && firm(bridged, "5")).toBeUndefined();
  });

  test("it takes what its bridge brings home", () => {
    expect(takenNow(cross, 200).toString()).toBe("20");
    const narrow = [legs[0], marketOf("USDT", "JPY", twice("150 × 400")), legs[2]] as const;
    const bridged = crossReference({ base: "BCH", fiat: "JPY", via: "USD", bridge: "USDT" }, narrow, NOW);
    expect(bridged && takenNow(bridged, 200).toString()).toBe("1.0001");
  });
});
