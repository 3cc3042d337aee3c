import type { Asset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { LastRow } from "#lib/kernel/keyset.ts";
import type { FixedRates } from "#lib/pricing/worth.ts";

/**
 * Where one asset stands in a list that is ordered by amount × rate − less, and from which amount and id on the rows of a
 * page begin there, the row before left out.
 */
export type AssetPart = {
  asset: Asset;
  rate: Decimal;
  less: Decimal;
  from: { amount: Decimal; id: string } | undefined;
};

const ONE = Decimal.from("1");
/** More than any bill: what has no price counts less than all that has one, and its greatest amounts first. */
const BELOW_ALL = Decimal.from("1000000000000000");
/** Digits after the point, more than any amount has: between a bound rounded down to them and the exact one lies none. */
const BOUND_SCALE = 10;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The parts of a list by value at these rates, or by plain amount without any. */
export function assetParts(
  assets: readonly Asset[],
  rates: FixedRates | undefined,
  last: LastRow | undefined,
): AssetPart[] {
  return assets.map((asset) => {
    const priced = rates?.[asset];
    const rate = priced === undefined ? ONE : Decimal.from(priced);
    const less = rates === undefined || priced !== undefined ? Decimal.ZERO : BELOW_ALL;
    return { asset, rate, less, from: last && bound(last, rate, less) };
  });
}

function bound({ key, id }: LastRow, rate: Decimal, less: Decimal): { amount: Decimal; id: string } {
  const value = Decimal.from(key).plus(less);
  const amount = value.dividedDown(rate, BOUND_SCALE);
  const isExact = amount.times(rate).compare(value) === 0;
  return { amount, id: isExact ? id : LAST_ID };
}
