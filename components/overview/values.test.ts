import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { axisTop, daysOf, percentOf, shareOf } from "#components/charts/values.ts";

const d = (text: string) => Decimal.from(text);
const NOW = Date.parse("2026-11-21T12:00:00Z");

const EUR = { fiat: "EUR" as const, rate: d("1"), at: NOW };
const JPY = { fiat: "JPY" as const, rate: d("0.0061328"), at: NOW };
const one = {
  day: "2026-11-20",
  cryptoType: "BTC" as const,
  fiat: "EUR" as const,
  count: 2,
  converted: d("10"),
  kept: d("5"),
  pending: d("2"),
};

test("days without volume are there, and every fiat is counted at its rate, a day's sum rounded down", () => {
  const yen = { ...one, fiat: "JPY" as const, count: 1, converted: d("1001"), kept: d("0"), pending: d("0") };
  const { days, unpriced } = daysOf([one, yen, { ...one, cryptoType: "BCH" }], {
    now: NOW,
    days: 3,
    fiat: "EUR",
    rates: [EUR, JPY],
    crypto: "BTC",
  });
  // 10 + 1001 × 0.0061328 = 16.1389328
  expect(
    days.map(({ day, converted, kept, pending, count }) => [day, `${converted}`, `${kept}`, `${pending}`, count]),
  ).toEqual([
    ["2026-11-19", "0", "0", "0", 0],
    ["2026-11-20", "16.13", "5", "2", 3],
    ["2026-11-21", "0", "0", "0", 0],
  ]);
  expect(unpriced).toEqual([]);
  expect(axisTop(days)).toBe(50);
});

test("a fiat without a rate is counted, in no sum, and named", () => {
  const found = daysOf([one, { ...one, fiat: "CAD" }], { now: NOW, days: 3, fiat: "EUR", rates: [EUR] });
  expect(found.unpriced).toEqual(["CAD"]);
  expect([found.days[1]?.count, `${found.days[1]?.converted}`]).toEqual([4, "10"]);
});

test("a share is of the whole, rounded down, and of nothing none", () => {
  expect([`${shareOf(d("2"), d("3"))}`, `${shareOf(d("3"), d("3"))}`, `${shareOf(d("3"), d("0"))}`]).toEqual([
    "66.6",
    "100",
    "0",
  ]);
});

test("a meter never passes its end", () => {
  expect(percentOf(d("30"), d("20"))).toBe(100);
  expect(percentOf(d("1"), d("0"))).toBe(0);
});
