import { type Asset, type Fiat, GAS_ASSETS, isGas, type LedgerAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { totalOf, worthOfAsset } from "#lib/ledger/holdings.ts";
import { type Rates, symbolOf, worthsAt } from "#lib/pricing/worth.ts";

const WHOLE = Decimal.of(100n);

type Units = { asset: LedgerAsset; units: bigint };

/** What units of an asset are worth; undefined without a price, as what pays for transactions has none. */
export const valueOfUnits = ({ asset, units }: Units, rates: Rates, fiat: Fiat): Decimal | undefined =>
  isGas(asset) ? undefined : worthOfAsset(asset, amountOf(asset, units), rates, fiat);

/** What a part is worth, and the price that says so; nothing without one. */
type Worth = { rate?: Decimal; rateTime?: number; value?: Decimal };

/**
 * What each of all parts is worth, in their order, and what all are: the parts of one asset make a whole, so that places
 * and owners come to the same in value too.
 */
export function worthsOfUnits(all: readonly (Units & { name: string })[], rates: Rates, fiat: Fiat) {
  const worths: Worth[] = all.map(() => ({}));
  const wholes: Units[] = [];
  for (const [asset, parts] of Map.groupBy(
    all.map((part, at) => ({ ...part, at })),
    (part) => part.asset,
  )) {
    wholes.push({ asset, units: sumOf(parts.map(({ units }) => units)) });
    const rate = isGas(asset) ? undefined : rates.get(symbolOf(asset));
    if (!rate) continue;
    const values = worthsAt(
      parts.map(({ name, units }) => ({ name, quantity: amountOf(asset, units) })),
      rate.rate,
      fiat,
    );
    for (const [nth, { at }] of parts.entries())
      worths[at] = { rate: rate.rate, rateTime: rate.at.getTime(), ...(values[nth] && { value: values[nth] }) };
  }
  return { worths, total: totalOfUnits(wholes, rates, fiat).total, unpriced: totalOfUnits(all, rates, fiat).unpriced };
}

/** What all are worth, and those of which there is some and no price. */
export function totalOfUnits(all: readonly Units[], rates: Rates, fiat: Fiat) {
  const priceable = all.flatMap(({ asset, units }) =>
    isGas(asset) ? [] : [{ asset: asset satisfies Asset, quantity: amountOf(asset, units) }],
  );
  const gas = GAS_ASSETS.filter((each) => all.some(({ asset, units }) => asset === each && units !== 0n));
  const { total, unpriced } = totalOf(priceable, rates, fiat);
  return { total, unpriced: [...unpriced, ...gas] };
}

/** Percent of a total above zero, one decimal, rounded down. */
export const shareOf = (value: Decimal | undefined, total: Decimal): Decimal | undefined =>
  value === undefined || total.compare(Decimal.ZERO) <= 0 ? undefined : value.times(WHOLE).dividedDown(total, 1);
