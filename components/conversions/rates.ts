import { type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";

const ONE = Decimal.from(1);
/** How many digits of the turned rate say something. */
const DIGITS = 4;
const MOST_PLACES = 16;

/** Crypto for one unit of fiat: the same price read the other way, rounded down. Undefined for a price of zero. */
export function turned(price: Decimal, crypto: Crypto): Decimal | undefined {
  if (price.isZero()) return undefined;
  for (let places = scaleOf(crypto); places < MOST_PLACES; places += 1) {
    const rate = ONE.dividedDown(price, places);
    if (rate.compare(Decimal.of(10n ** BigInt(DIGITS - 1), places)) >= 0) return rate;
  }
  return ONE.dividedDown(price, MOST_PLACES);
}

/** In sentences: just the decimals that the value has, and its unit. */
export const cryptoText = (value: Decimal, crypto: Crypto): string => `${rateText(value)}\u00a0${crypto}`;
export const fiatText = (value: Decimal, fiat: Fiat): string => `${amountText(value, scaleOf(fiat))}\u00a0${fiat}`;
