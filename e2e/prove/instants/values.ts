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

/** A part of a whole of one asset; its name decides between parts that lose the same. */
export type Part = { name: string; asset: string; units: bigint };

/**
 * What parts are worth, by asset and name: of each asset they come to what the whole is worth, rounded down. What rounding
 * the parts down loses of that goes to those that lose most, a unit each.
 */
export function partWorths(
  parts: readonly Part[],
  rates: Rates,
  fiat: string,
): (asset: string, name: string) => bigint | undefined {
  const found = new Map<string, bigint | undefined>();
  for (const [asset, all] of Map.groupBy(parts, (part) => part.asset)) {
    const rate = rates.get(symbolOf(asset))?.rate;
    const by = rate && 10n ** BigInt(scaleOf(asset) + rate.scale);
    const lost = all.map(({ name, units }) => {
      const value = worthUnits(asset, units, rates, fiat);
      found.set(`${asset} ${name}`, value);
      const exact = rate ? units * rate.units * 10n ** BigInt(scaleOf(fiat)) : 0n;
      return { name, loss: by === undefined || value === undefined ? 0n : exact - value * by };
    });
    const more = by === undefined ? 0n : lost.reduce((sum, { loss }) => sum + loss, 0n) / by;
    lost.sort((a, b) => (a.loss === b.loss ? (a.name < b.name ? -1 : 1) : a.loss > b.loss ? -1 : 1));
    for (const { name } of lost.slice(0, Number(more)))
      found.set(`${asset} ${name}`, (found.get(`${asset} ${name}`) ?? 0n) + 1n);
  }
  return (asset, name) => found.get(`${asset} ${name}`);
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
