import type { Asset, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { worthOfAsset } from "#lib/ledger/holdings.ts";
import { type Rates, symbolOf } from "#lib/pricing/worth.ts";

const WHOLE = Decimal.of(100n);

/** What units of an asset are worth, with the price that says so; nothing without one. */
export function worthOfUnits(asset: Asset, units: bigint, rates: Rates, fiat: Fiat) {
  const rate = rates.get(symbolOf(asset));
  if (!rate) return {};
  const value = worthOfAsset(asset, amountOf(asset, units), rates, fiat);
  return { rate: rate.rate, rateTime: rate.at.getTime(), value };
}

/** Percent of a total above zero, one decimal, rounded down. */
export const shareOf = (value: Decimal | undefined, total: Decimal): Decimal | undefined =>
  value === undefined || total.compare(Decimal.ZERO) <= 0 ? undefined : value.times(WHOLE).dividedDown(total, 1);
