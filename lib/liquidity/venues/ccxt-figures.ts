import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import type { VenueTrade } from "../venue.ts";
import { VenueFault } from "./ask-venue.ts";

/** Numbers of the library are texts here: `exchange.number = String`. */
export type VenueText = string | number | undefined;
export type Trade = {
  id: string;
  symbol?: string;
  side?: string;
  timestamp?: number;
  order?: string;
  amount: VenueText;
  cost: VenueText;
  fee?: { cost?: VenueText; currency?: string };
};

export function exact(text: VenueText): Decimal {
  const value = Decimal.parse(String(text));
  if (!value) throw new VenueFault("MALFORMED", "The exchange tells a number that is none.");
  return value;
}

/** A trade as the library tells it; a fee in the exchange's own token is left to treasury. */
export function tradeOf({ id, amount, cost, fee }: Trade, base: Crypto, fiat: Fiat): VenueTrade {
  must(id, "an exchange names its trades");
  const taken = (currency: string) =>
    fee?.cost !== undefined && fee.currency === currency ? exact(fee.cost) : Decimal.ZERO;
  return { tradeId: id, quantity: exact(amount), proceeds: exact(cost), fee: taken(fiat), cryptoFee: taken(base) };
}
