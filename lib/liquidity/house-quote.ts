import type { Crypto } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { walk } from "#lib/pricing/book.ts";
import { WHOLE_BPS } from "#lib/pricing/price.ts";
import type { Book, OrderRequest, VenueQuote } from "./venue.ts";

/** What the house keeps back for its own trouble, in basis points. */
const SPREAD_BPS = 10n;
/** How far a market may move against us while a quote stands, in basis points. */
const VOLATILITY_BPS: Record<Crypto, bigint> = { BTC: 15n, BCH: 30n, USDT: 3n, USDC: 3n };
/** A reckoned quote lives as long as the firm ones do. */
export const QUOTE_LIFE_MS = 10_000;
const PRICE_DECIMALS = 8;

/**
 * The quote the house stands by where a venue gives none: the depth-weighted price less a spread and a buffer for what
 * the market may do meanwhile. Undefined when the book does not take all of it, and for a purchase: asks are not kept.
 */
export function houseQuote(
  book: Book,
  { side, base, quantity }: Pick<OrderRequest, "side" | "base" | "quantity">,
  now: Date,
): VenueQuote | undefined {
  const reached = side === "SELL" && quantity.units > 0n ? walk(book.bids, { quantity }, WHOLE_BPS) : undefined;
  if (!reached) return undefined;
  const share = Decimal.of(10_000n - SPREAD_BPS - VOLATILITY_BPS[base], 4);
  const price = Decimal.of(reached.bid.times(share).floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
  return {
    quoteId: undefined,
    firm: false,
    price,
    proceeds: price.times(quantity),
    expiresAt: new Date(now.getTime() + QUOTE_LIFE_MS),
  };
}
