import { amount, scaleOf, symbolOf, timesDown } from "./exact.ts";
import type { Rates } from "./prices.ts";

/** Smallest units by asset. */
export type Sums = ReadonlyMap<string, bigint>;

/** Adds up what each item brings by a key; the keys in the order they come. */
export function summed<Item>(items: Iterable<Item>, keyOf: (item: Item) => string, unitsOf: (item: Item) => bigint) {
  const sums = new Map<string, bigint>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0n) + unitsOf(item));
  return sums;
}

/** Rounded down; undefined without a price. */
export function worthUnits(asset: string, units: bigint, rates: Rates, fiat: string): bigint | undefined {
  const rate = rates.get(symbolOf(asset));
  return rate && timesDown({ units, scale: scaleOf(asset) }, rate.rate, fiat);
}

export function worth(asset: string, units: bigint, rates: Rates, fiat: string): string | undefined {
  const value = worthUnits(asset, units, rates, fiat);
  return value === undefined ? undefined : amount(fiat, value);
}

export function totals(sums: Sums, rates: Rates, fiat: string) {
  const { value, unpriced } = valued(sums, rates, fiat);
  return { in: fiat, total: amount(fiat, value), unpriced };
}

/** Each sum rounded down; of what has no price nothing is counted, and its name is told. */
export function valued(sums: Sums, rates: Rates, fiat: string): { value: bigint; unpriced: string[] } {
  const worths = [...sums].map(([asset, units]) => [asset, units, worthUnits(asset, units, rates, fiat)] as const);
  const without = worths.filter(([, units, value]) => value === undefined && units !== 0n);
  return {
    value: worths.reduce((all, [, , value]) => all + (value ?? 0n), 0n),
    unpriced: [...new Set(without.map(([asset]) => symbolOf(asset)))],
  };
}

export const inFiat = <Name extends string>(values: Record<Name, bigint>, fiat: string): Record<Name, string> =>
  Object.fromEntries(Object.entries<bigint>(values).map(([name, units]) => [name, amount(fiat, units)])) as never;
