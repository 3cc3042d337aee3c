import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { axisTop, daysOf, percentOf, positionsOf, worthOf } from "./values.ts";

const d = (text: string) => Decimal.from(text);
const NOW = Date.parse("2026-11-21T12:00:00Z");

test("a position is worth all it holds at the bid, rounded down to the fiat's unit", () => {
  const balance = {
    asset: "BTC" as const,
    available: d("0.1"),
    locked: d("0.02"),
    reserved: d("0"),
    pending: d("0.003"),
    owed: d("5"),
  };
  const price = { cryptoType: "BTC" as const, bid: d("60000.5"), at: NOW, count: 1 };
  const found = positionsOf(
    [balance, { ...balance, asset: "EUR" as const }, { ...balance, asset: "BCH" as const }],
    [price],
    "EUR",
  );
  expect(found.map(({ balance: { asset }, value }) => [asset, value?.toString()])).toEqual([
    ["BTC", "7380.06"],
    ["BCH", undefined],
  ]);
  expect(worthOf(found).toString()).toBe("7380.06");
});

test("days without volume are there, other fiats and cryptos are not in them", () => {
  const one = {
    day: "2026-11-20",
    cryptoType: "BTC" as const,
    fiat: "EUR" as const,
    count: 2,
    converted: d("10"),
    kept: d("5"),
  };
  const days = daysOf([one, { ...one, fiat: "USD" }, { ...one, cryptoType: "BCH" }], {
    now: NOW,
    days: 3,
    fiat: "EUR",
    crypto: "BTC",
  });
  expect(days.map(({ day, converted, count }) => [day, converted.toString(), count])).toEqual([
    ["2026-11-19", "0", 0],
    ["2026-11-20", "10", 2],
    ["2026-11-21", "0", 0],
  ]);
  expect(axisTop(days)).toBe(20);
});

test("a meter never passes its end", () => {
  expect(percentOf(d("30"), d("20"))).toBe(100);
  expect(percentOf(d("1"), d("0"))).toBe(0);
});
