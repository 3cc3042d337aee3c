import { type Crypto, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { shareDown } from "#lib/pricing/price.ts";

const ONE = Decimal.from(1);

/** What one of the fiat buys, rounded down to the crypto's own decimals. */
export const inverseOf = (price: Decimal, crypto: Crypto): Decimal => ONE.dividedDown(price, scaleOf(crypto));

/** A share of an amount of crypto, rounded down as the house rounds its fees. */
export function shareOf(quantity: Decimal, bps: number, crypto: Crypto): Decimal {
  const scale = scaleOf(crypto);
  return Decimal.of(shareDown(quantity.floorUnits(scale), bps), scale);
}
