import { type Asset, type LedgerAsset, scaleOf } from "./assets.ts";
import { Decimal } from "./decimal.ts";

/** Amounts reach their end here: 2^53 smallest units, so that any client's float holds them (rulebook 1.5). */
export const MAX_UNITS: bigint = 2n ** 53n;

/** Units of an asset as the exact decimal the API writes. */
export function amountOf(asset: LedgerAsset, units: bigint): Decimal {
  return Decimal.of(units, scaleOf(asset));
}

/** A value rounded down to the units of an asset. */
export function floorTo(asset: Asset, value: Decimal): Decimal {
  return amountOf(asset, value.floorUnits(scaleOf(asset)));
}

export const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export function sumOf(values: Iterable<bigint>): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}
