import { type Asset, type Fiat, type GasAsset, isGas, type LedgerAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { totalOf, worthOfAsset } from "#lib/ledger/holdings.ts";
import { type Rates, symbolOf } from "#lib/pricing/worth.ts";

const WHOLE = Decimal.of(100n);

type Units = { asset: LedgerAsset; units: bigint };

/** What units of an asset are worth; undefined without a price, as what pays for transactions has none. */
export const valueOfUnits = ({ asset, units }: Units, rates: Rates, fiat: Fiat): Decimal | undefined =>
  isGas(asset) ? undefined : worthOfAsset(asset, amountOf(asset, units), rates, fiat);

/** The same with the price that says so; nothing without one. */
export function worthOfUnits(one: Units, rates: Rates, fiat: Fiat) {
  const rate = isGas(one.asset) ? undefined : rates.get(symbolOf(one.asset));
  if (!rate) return {};
  return { rate: rate.rate, rateTime: rate.at.getTime(), value: valueOfUnits(one, rates, fiat) };
}

/** What all are worth, and those of which there is some and no price. */
export function totalOfUnits(all: readonly Units[], rates: Rates, fiat: Fiat) {
  const priceable = all.flatMap(({ asset, units }) =>
    isGas(asset) ? [] : [{ asset: asset satisfies Asset, quantity: amountOf(asset, units) }],
  );
  const gas = all.flatMap(({ asset, units }): GasAsset[] => (isGas(asset) && units !== 0n ? [asset] : []));
  const { total, unpriced } = totalOf(priceable, rates, fiat);
  return { total, unpriced: [...unpriced, ...new Set(gas)] };
}

/** Percent of a total above zero, one decimal, rounded down. */
export const shareOf = (value: Decimal | undefined, total: Decimal): Decimal | undefined =>
  value === undefined || total.compare(Decimal.ZERO) <= 0 ? undefined : value.times(WHOLE).dividedDown(total, 1);
