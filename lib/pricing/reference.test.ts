import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { LastGood, Sample } from "./market.ts";
import { LIVE_RULES, referenceOf, SANDBOX_RULES } from "./reference.ts";

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
  });

  test.each<[string, Sample[]]>([
    ["one source", [sample("a", "100")]],
    ["none", []],
    ["two that differ", [sample("a", "100"), sample("b", "103")]],
    ["two against two", [sample("a", "100"), sample("b", "100"), sample("c", "110"), sample("d", "110")]],
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
  });

  test("of the sandbox is its one source's, wherever it jumps", () => {
    expect(bidOf([sample("sandbox", "1000")], good("100"), SANDBOX_RULES)).toBe("1000");
  });
});
