import type { Cross } from "#lib/kernel/env-venues.ts";
import type { Pair } from "./market.ts";
import type { Reference } from "./reference.ts";

const PRICE_DECIMALS = 8;

/** The three pairs a cross is made of: what is sold for `via`, and the bridge in both fiats. */
export function legsOf({ base, fiat, via, bridge }: Cross): readonly [sold: Pair, gained: Pair, given: Pair] {
  return [
    { base, fiat: via },
    { base: bridge, fiat },
    { base: bridge, fiat: via },
  ];
}

/**
 * The price of a pair that too few sources trade: base/via × bridge/fiat ÷ bridge/via. Each leg is a reference that has
 * stood up to all rules; the bridge is bought at its ask, so the bid is never better than what the three would bring, and
 * rounded down. Undefined when a leg has no price. Its samples name the pair each is of.
 */
export function crossReference(
  { base, fiat }: Cross,
  legs: readonly [sold: Reference | undefined, gained: Reference | undefined, given: Reference | undefined],
  now: Date,
): Reference | undefined {
  const [sold, gained, given] = legs;
  if (!sold || !gained || !given) return undefined;
  const bid = sold.bid.times(gained.bid).dividedDown(given.ask, PRICE_DECIMALS);
  const ask = sold.ask.times(gained.ask).dividedDown(given.bid, PRICE_DECIMALS);
  const samples = [sold, gained, given].flatMap((leg) =>
    leg.samples.map((sample) => ({ ...sample, pair: `${leg.base}/${leg.fiat}` })),
  );
  if (bid.units <= 0n) return undefined;
  const depth = { legs: [sold, gained, given] as const };
  return { base, fiat, bid, ask: ask.compare(bid) < 0 ? bid : ask, at: now, samples, depth };
}
