import { describe, expect, test } from "vitest";
import type { App } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { FirmBid } from "./firm-bid.ts";
import type { LastGood, PriceSource, Sample } from "./market.ts";
import {
  agreedBid,
  findReference,
  LIVE_RULES,
  midOf,
  needReference,
  priceInputs,
  referenceOf,
  SANDBOX_RULES,
} from "./reference.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const sample = (source: string, bid: string, ageMs = 0, ask = bid): Sample => ({
  source,
  bid: Decimal.from(bid),
  ask: Decimal.from(ask),
  at: ago(ageMs),
});
const good = (bid: string, ageMs = 2_000): LastGood => ({ bid: Decimal.from(bid), at: ago(ageMs) });
const bidOf = (samples: Sample[], lastGood?: LastGood, rules = LIVE_RULES): string | undefined =>
  referenceOf("BTC", "EUR", samples, NOW, rules, lastGood)?.bid.toString();

describe("the reference", () => {
  test("is the median of its sources, of two their mean rounded down", () => {
    expect(bidOf([sample("a", "100"), sample("b", "100.5"), sample("c", "99.9")])).toBe("100");
    expect(bidOf([sample("a", "100"), sample("b", "100.5")])).toBe("100.25");
    expect(bidOf([sample("a", "1"), sample("b", "1.00000001")])).toBe("1");
  });

  test("weighs the voices of its sources, but counts sources for quorum and majority", () => {
    const weighed = (weights: Record<string, number>, ...samples: Sample[]) =>
      bidOf(samples, undefined, { ...LIVE_RULES, weights });
    const [a, b, c] = [sample("a", "100"), sample("b", "100.5"), sample("c", "99.9")];
    expect(weighed({ b: 2 }, a, b, c)).toBe("100.25");
    expect(weighed({ b: 3 }, a, b, c)).toBe("100.5");
    expect(weighed({ c: 9 }, a, b, c)).toBe("99.9");
    expect(weighed({ a: 9 }, a)).toBeUndefined();
    expect(weighed({ a: 9 }, a, sample("b", "200"), sample("c", "200"))).toBeUndefined();
  });

  test("leaves out a source more than 1 % off, and names those it was made of", () => {
    const samples = [sample("a", "100"), sample("b", "100.5"), sample("c", "1000")];
    const reference = referenceOf("BTC", "EUR", samples, NOW, LIVE_RULES);
    expect(reference?.samples.map(({ source }) => source)).toEqual(["a", "b"]);
    expect(reference?.bid.toString()).toBe("100.25");
    expect(bidOf([sample("a", "99"), sample("b", "101")])).toBe("100");
  });

  test("takes the newest word of each source, and one voice from each", () => {
    expect(bidOf([sample("a", "100"), sample("a", "100.1")])).toBeUndefined();
    expect(bidOf([sample("a", "100"), sample("a", "100.4", 1_000), sample("b", "100")])).toBe("100");
    expect(bidOf([sample("a", "100.4", 1_000), sample("a", "100"), sample("b", "100")])).toBe("100");
    expect(bidOf([sample("a", "90", 5_000), sample("a", "100"), sample("b", "100")])).toBe("100");
    expect(bidOf([sample("a", "100"), sample("a", "100.4"), sample("b", "100")])).toBe("100");
  });

  test.each<[string, Sample[]]>([
    ["one source", [sample("a", "100")]],
    ["none", []],
    ["two that differ", [sample("a", "100"), sample("b", "103")]],
    ["two against two", [sample("a", "100"), sample("b", "100"), sample("c", "110"), sample("d", "110")]],
    ["half of them at the middle", [sample("a", "100"), sample("b", "100"), sample("c", "110"), sample("d", "90")]],
    [
      "a near minority",
      [sample("a", "80"), sample("b", "100"), sample("c", "100.5"), sample("d", "120"), sample("e", "121")],
    ],
    ["one fresh, one stale", [sample("a", "100"), sample("b", "100", 15_000)]],
    ["one from the future", [sample("a", "100"), sample("b", "100", -2_001)]],
    ["a zero", [sample("a", "100"), sample("b", "0")]],
    ["a negative", [sample("a", "100"), sample("b", "-100")]],
    ["a crossed book", [sample("a", "100"), sample("b", "100", 0, "99.99")]],
  ])("of %s is no price", (_what, samples) => expect(bidOf(samples)).toBeUndefined());

  test("counts a sample until 15 s, and one of a clock that is 2 s ahead", () => {
    expect(bidOf([sample("a", "100", 14_999), sample("b", "100", -2_000)])).toBe("100");
  });

  test("never jumps to twice or half of the last good one, unless that is a day old", () => {
    const samples = (bid: string) => [sample("a", bid), sample("b", bid)];
    expect(["199.99", "200", "1000", "50.01", "50", "10"].map((bid) => bidOf(samples(bid), good("100")))).toEqual([
      "199.99",
      undefined,
      undefined,
      "50.01",
      undefined,
      undefined,
    ]);
    expect(bidOf(samples("1000"), good("100", 24 * 3_600_000))).toBe("1000");
    expect(bidOf(samples("1000"), good("100", 24 * 3_600_000 - 1))).toBeUndefined();
  });

  test("of the sandbox is its one source's, wherever it jumps", () => {
    expect(bidOf([sample("sandbox", "1000")], good("100"), SANDBOX_RULES)).toBe("1000");
    expect(bidOf([sample("sandbox", "1000")], good("100", 0), SANDBOX_RULES)).toBe("1000");
  });

  test("takes a source that is just 1 % off, and leaves out one that is more", () => {
    const named = (...bids: string[]) =>
      referenceOf(
        "BTC",
        "EUR",
        bids.map((bid, at) => sample(`${at}`, bid)),
        NOW,
        LIVE_RULES,
      )?.samples.length;
    expect([named("100", "100", "101"), named("100", "100", "101.00000001")]).toEqual([3, 2]);
    expect([named("100", "100", "99"), named("100", "100", "98.99999999")]).toEqual([3, 2]);
  });

  test("counts no source that says nothing or less, neither for it nor against it", () => {
    const [a, b] = [sample("a", "100"), sample("b", "100")];
    expect(bidOf([a, b, sample("c", "0"), sample("d", "0")])).toBe("100");
    expect(bidOf([a, b, sample("c", "-1"), sample("d", "-1")])).toBe("100");
    expect(agreedBid([sample("a", "0"), sample("b", "0")], LIVE_RULES)).toBeUndefined();
  });

  test("keeps every digit of the source in the middle", () => {
    expect(bidOf([sample("a", "1.123456789"), sample("b", "1.123456789"), sample("c", "1.12")])).toBe("1.123456789");
  });

  test("asks what the source in the middle asks, and its mid is rounded down to 8 decimals", () => {
    const askOf = (...asks: string[]) =>
      referenceOf(
        "BTC",
        "EUR",
        asks.map((ask, at) => sample(`${at}`, "100", 0, ask)),
        NOW,
        LIVE_RULES,
      )?.ask.toString();
    expect(askOf("102", "101", "103")).toBe("102");
    expect(askOf("104", "101", "103", "102")).toBe("103");
    expect(midOf({ bid: Decimal.from("1"), ask: Decimal.from("1.00000001") }).toString()).toBe("1");
  });
});

describe("the reference of an installation", () => {
  const source = (name: string, bid: string, lastGood?: LastGood): PriceSource => ({
    name,
    samples: async () => [sample(name, bid)],
    ...(lastGood && { lastGood: async () => lastGood }),
  });
  const house = (
    mode: "live" | "sandbox",
    prices: readonly PriceSource[],
    voices: Readonly<Record<string, number>> = {},
  ) =>
    ({
      env: { crosses: [], priceSources: Object.entries(voices).map(([name, weight]) => ({ name, weight })) },
      mode,
      prices,
    }) as unknown as App;
  const found = async (app: App) => (await findReference(app, "BTC", "EUR", NOW))?.bid.toString();

  test("weighs its sources as they are set, and is measured against the last good one of any of them", async () => {
    const three = [source("a", "100"), source("b", "100.5"), source("c", "99.9")];
    expect(await found(house("live", three))).toBe("100");
    expect(await found(house("live", three, { b: 3 }))).toBe("100.5");
    expect(await found(house("live", [source("a", "100"), source("b", "100", good("50"))]))).toBeUndefined();
    expect(await found(house("live", [source("a", "100", good("99")), source("b", "100", good("50"))]))).toBe("100");
  });

  test("is one source's in the sandbox alone", async () => {
    expect(await found(house("sandbox", [source("a", "100")]))).toBe("100");
    expect(await found(house("live", [source("a", "100")]))).toBeUndefined();
  });

  test("that is needed is refused while there is none, and says when to ask again", async () => {
    const needed = (prices: readonly PriceSource[]) => needReference(house("live", prices), "BTC", "EUR", NOW);
    expect((await needed([source("a", "100"), source("b", "100")])).bid.toString()).toBe("100");
    await expect(needed([source("a", "100")])).rejects.toMatchObject({
      code: "PRICE_UNAVAILABLE",
      message: "There is no fresh price for BTC/EUR at the moment; try again shortly.",
      detail: { retryAfterSeconds: 5 },
    });
  });
});

test("what a bill keeps of its price is what it was made of, by size the levels taken and none of the best bids", () => {
  const samples = [sample("a", "100", 0, "101"), sample("b", "100", 0, "101")];
  const reference = referenceOf("BTC", "EUR", samples, NOW, LIVE_RULES);
  if (!reference) throw new Error("two sources that agree are a price");
  const at = NOW.toISOString();
  const sampleAs = (source: string) => ({ source, bid: "100", ask: "101", at });
  expect(priceInputs(reference, { spreadBps: 50 })).toStrictEqual({
    bid: "100",
    mid: "100.5",
    at,
    samples: [sampleAs("a"), sampleAs("b")],
    spreadBps: 50,
  });
  const firm: FirmBid = {
    bid: Decimal.from("99"),
    samples: [
      { ...sample("a", "99", 0, "101"), levels: [{ price: Decimal.from("99"), quantity: Decimal.from("0.5") }] },
    ],
  };
  expect(priceInputs(reference, {}, firm)).toStrictEqual({
    bid: "99",
    mid: "100.5",
    at,
    samples: [{ ...sampleAs("a"), bid: "99", levels: [{ price: "99", quantity: "0.5" }] }],
  });
});
