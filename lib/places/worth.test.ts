import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Rates } from "#lib/pricing/worth.ts";
import { worthsOfUnits } from "./worth.ts";

const AT = new Date("2026-11-21T12:00:00Z");
const RATES: Rates = new Map([
  ["USDT" as const, { rate: Decimal.from("0.9215"), at: AT }],
  ["EUR" as const, { rate: Decimal.from("1"), at: AT }],
]);

const lying = (
  name: string,
  asset: "USDT@eth" | "USDT@tron" | "EUR" | "CAD" | "BTC" | "BCH" | "ETH" | "TRX",
  units: bigint,
) => ({
  ...{ name, asset, units },
});
const shown = (all: readonly ReturnType<typeof lying>[]) => {
  const { worths, total, unpriced } = worthsOfUnits(all, RATES, "EUR");
  return { values: worths.map(({ value }) => value?.toString()), total: total.toString(), unpriced };
};

test("what lies in one place and is missing in another is worth nothing together, on each network by itself", () => {
  expect(shown([lying("venue:a", "USDT@eth", -10_500_000n), lying("custody:eth", "USDT@eth", 10_500_000n)])).toEqual({
    ...{ values: ["-9.68", "9.68"], total: "0", unpriced: [] },
  });
  const both = [lying("custody:eth", "USDT@eth", 10_500_000n), lying("custody:tron", "USDT@tron", -10_500_000n)];
  expect(shown(both)).toEqual({ values: ["9.67", "-9.68"], total: "-0.01", unpriced: [] });
});

test("places and owners of an asset come to the same value, and a house that has nothing of its own to none", () => {
  const places = [lying("custody:eth", "USDT@eth", 3_338_000n), lying("venue:a", "USDT@eth", 6_676_000n)];
  const owners = [
    ...[lying("acme", "USDT@eth", 3_338_000n), lying("beta", "USDT@eth", 3_338_000n)],
    ...[lying("UNASSIGNED", "USDT@eth", 3_338_000n), lying("OWN", "USDT@eth", 0n)],
  ];
  expect(shown(places)).toEqual({ values: ["3.07", "6.15"], total: "9.22", unpriced: [] });
  expect(shown(owners)).toEqual({ values: ["3.07", "3.07", "3.08", "0"], total: "9.22", unpriced: [] });
});

test("what has no price has no value and is named, in no sum", () => {
  const all = [lying("bank:main", "EUR", 1_234n), lying("custody:bitcoin", "BTC", 5n), lying("custody:eth", "ETH", 7n)];
  expect(shown(all)).toEqual({
    ...{ values: ["12.34", undefined, undefined], total: "12.34", unpriced: ["BTC", "ETH"] },
  });
});

test("what has no price is named in one order, in whatever order it lies", () => {
  const all = (["TRX", "CAD", "BCH", "ETH", "BTC"] as const).map((asset) => lying("custody", asset, 5n));
  const unpriced = ["BTC", "BCH", "CAD", "ETH", "TRX"];
  expect([shown(all).unpriced, shown(all.toReversed()).unpriced]).toEqual([unpriced, unpriced]);
});
