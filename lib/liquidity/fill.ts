import { Decimal } from "#lib/kernel/decimal.ts";
import type { VenueOutcome, VenueFill, VenueTrade } from "./venue.ts";

/** The fill that trades add up to: one reported twice counts once, and the order of the reports does not matter. */
export function fillOf(reported: readonly VenueTrade[]): VenueFill {
  const trades = [...new Map(reported.map((trade) => [trade.tradeId, trade])).values()].sort((a, b) =>
    a.tradeId < b.tradeId ? -1 : 1,
  );
  const sum = (of: (trade: VenueTrade) => Decimal) =>
    trades.reduce((total, trade) => total.plus(of(trade)), Decimal.ZERO);
  return {
    trades,
    quantity: sum(({ quantity }) => quantity),
    proceeds: sum(({ proceeds }) => proceeds),
    fee: sum(costOf),
  };
}

/** A trade's fee as a cost in fiat: what was taken in crypto by what the trade itself brought for it. */
function costOf({ fee, cryptoFee, proceeds, quantity }: VenueTrade): Decimal {
  if (!cryptoFee || quantity.isZero()) return fee;
  return fee.plus(cryptoFee.times(proceeds).dividedDown(quantity, PRICE_DECIMALS));
}

const PRICE_DECIMALS = 8;

/**
 * The outcome of an order that is over at the venue, of which `executed` was sold: definite only when the trades
 * reported so far make up all of it.
 */
export function closedOutcome(ordered: Decimal, executed: Decimal, reported: readonly VenueTrade[]): VenueOutcome {
  if (executed.isZero())
    return { state: "REFUSED", reason: "The venue closed the order without a fill.", code: "NOT_FILLED" };
  const fill = fillOf(reported);
  if (fill.quantity.compare(executed) !== 0)
    return {
      state: "UNKNOWN",
      reason: `The venue has told trades of ${fill.quantity} of ${executed} so far.`,
      code: "UNDER_WAY",
    };
  return { state: "FILLED", fill, remaining: ordered.minus(executed) };
}
