import { Decimal } from "#lib/kernel/decimal.ts";
import type { Cross } from "#lib/kernel/env-venues.ts";
import type { Priced, Quoted } from "./market.ts";
import type { Reference } from "./reference.ts";

const PRICE_DECIMALS = 8;

/** The pairs a cross is made of: what is sold for `via`, then the bridge in both fiats, or the rate of the two. */
export function legsOf({ base, fiat, via, bridge }: Cross): readonly Quoted[] {
  const sold = { base, fiat: via };
  return bridge ? [sold, { base: bridge, fiat }, { base: bridge, fiat: via }] : [sold, { base: via, fiat }];
}

/**
 * The price of a pair that too few sources trade: base/via × bridge/fiat ÷ bridge/via, or base/via × via/fiat. Each leg is
 * a reference that has stood up to all rules; the bridge is bought at its ask, so the bid is never better than what the
 * legs would bring, and rounded down. Undefined when a leg has no price. Its samples name the pair each is of.
 */
export function crossReference(
  { base, fiat, bridge }: Cross,
  [sold, gained, given]: readonly (Reference<Priced> | undefined)[],
  now: Date,
): Reference | undefined {
  if (!sold || !gained || (bridge && !given)) return undefined;
  const [bid, ask] = [sold.bid.times(gained.bid), sold.ask.times(gained.ask)].map((product, at) =>
    given ? product.dividedDown(at === 0 ? given.ask : given.bid, PRICE_DECIMALS) : roundedDown(product),
  ) as [Decimal, Decimal];
  const samples = [sold, gained, ...(given ? [given] : [])].flatMap((leg) =>
    leg.samples.map((sample) => ({ ...sample, pair: `${leg.base}/${leg.fiat}` })),
  );
  if (bid.units <= 0n) return undefined;
  const depth = given ? { legs: [sold, gained, given] as const } : { sold, rate: gained };
  return { base, fiat, bid, ask: ask.compare(bid) < 0 ? bid : ask, at: now, samples, depth };
}

const roundedDown = (value: Decimal): Decimal => Decimal.of(value.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
