import { expect, test } from "vitest";
import type { Crypto, Fiat, AssetSymbol } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type PriceOf, rateIn, worthAt, worthsAt } from "./worth.ts";

const d = (text: string) => Decimal.from(text);
const NOW = new Date("2026-11-21T12:00:00Z");
const EARLIER = new Date("2026-11-21T11:59:00Z");
const market =
  (prices: Record<string, [bid: string, ask: string, at?: Date]>): PriceOf =>
  async (base: Crypto, fiat: Fiat) => {
    const found = prices[`${base}/${fiat}`];
    return found && { bid: d(found[0]), ask: d(found[1]), at: found[2] ?? NOW };
  };
const shown = async (of: AssetSymbol, fiat: Fiat, priceOf: PriceOf) => {
  const found = await rateIn(of, fiat, priceOf, NOW);
  return found && [found.rate.toString(), found.at.getTime()];
};

test("a fiat is worth itself, a crypto its bid", async () => {
  const priceOf = market({ "BTC/EUR": ["60000", "60024", EARLIER] });
  expect(await shown("EUR", "EUR", priceOf)).toEqual(["1", NOW.getTime()]);
  expect(await shown("BTC", "EUR", priceOf)).toEqual(["60000", EARLIER.getTime()]);
  expect(await shown("BCH", "EUR", priceOf)).toBeUndefined();
});

test("another fiat's rate is a bridge's bid in the one by its ask in the other, rounded down, as old as the older", async () => {
  const usdc = market({ "USDC/EUR": ["0.9206", "0.921"], "USDC/JPY": ["150.05", "150.11", EARLIER] });
  // 0.9206 / 150.11 = 0.006132835920…
  expect(await shown("JPY", "EUR", usdc)).toEqual(["0.00613283592", EARLIER.getTime()]);
  const half = market({ "USDC/EUR": ["0.9", "0.9"], "BTC/EUR": ["60000", "60000"], "BTC/JPY": ["3", "9000000"] });
  expect((await shown("JPY", "EUR", half))?.[0]).toBe("0.006666666666");
  expect(await shown("GBP", "EUR", half)).toBeUndefined();
});

test("a worth is rounded down to the fiat's unit, also below zero", () => {
  expect(worthAt(d("0.123"), d("60000.5"), "EUR").toString()).toBe("7380.06");
  expect(worthAt(d("1999"), d("0.0061"), "JPY").toString()).toBe("12");
  expect(worthAt(d("-0.1"), d("0.11"), "EUR").toString()).toBe("-0.02");
});

test("the worths of a whole's parts come to the whole's, and nothing is worth nothing", () => {
  const worths = (quantities: Record<string, string>, rate: string, fiat: Fiat = "EUR") =>
    worthsAt(
      Object.entries(quantities).map(([name, quantity]) => ({ name, quantity: d(quantity) })),
      d(rate),
      fiat,
    ).map(String);
  // What went from one place to another, neither of which had it: no place has anything, and it is worth nothing.
  expect(worths({ venue: "-10.5", custody: "10.5" }, "0.9215")).toEqual(["-9.68", "9.68"]);
  expect(worths({ own: "0", demo: "10.5", other: "-10.5" }, "0.9215")).toEqual(["0", "9.68", "-9.68"]);
  // 1.2345 × 3 = 3.7035 → 3.70, and of three equal parts of 1.23 the first by name has the cent that they lose.
  expect(worths({ c: "1", b: "1", a: "1" }, "1.2345")).toEqual(["1.23", "1.23", "1.24"]);
  // Those that lose most have it: 0.6 and 0.7 of a yen before 0.4, and 1.7 of them are one.
  expect(worths({ a: "0.4", b: "0.6", c: "0.7" }, "1", "JPY")).toEqual(["0", "0", "1"]);
  expect(worths({}, "1")).toEqual([]);
});
