import { Decimal } from "#lib/kernel/decimal.ts";
import { type Level, type Size, takenBy, walk } from "./book.ts";
import type { Priced, Sample } from "./market.ts";
import { roundPrice, WHOLE_BPS } from "./price.ts";
import { agreedBid, type Legs, type OverRate, type Reference, type ReferenceRules } from "./reference.ts";

/** A source's bid at the size, in place of its best, and the levels of its book that the size takes. */
export type FirmSample = Sample & { levels: readonly Level[] };

/** What a size brings per whole crypto, and everything it was made of. */
export type FirmBid = { bid: Decimal; samples: readonly FirmSample[] };

const DECIMALS = 8;
const LEAST = Decimal.of(1n, DECIMALS);

/**
 * The bid for a size (rulebook 4.14): each source's own at that size, sources whose book does not take it left out; of
 * those the median and quorum of every price. Undefined when too few of them take it.
 */
export function firmBid(reference: Reference<Priced>, size: Size, maxDepthBps: number): FirmBid | undefined {
  const { depth } = reference;
  if ("rate" in depth) return rateBid(depth, size, maxDepthBps);
  return "legs" in depth ? crossBid(depth.legs, size, maxDepthBps) : directBid(depth, size, maxDepthBps);
}

type Direct = { rules: ReferenceRules; fresh: readonly Sample[] };

function directBid({ rules, fresh }: Direct, size: Size, maxDepthBps: number): FirmBid | undefined {
  const samples: FirmSample[] = [];
  for (const sample of fresh) {
    const walked = sample.bids && walk(sample.bids, size, maxDepthBps);
    if (walked) samples.push({ ...sample, ...walked });
  }
  const agreed = agreedBid(samples, rules);
  return agreed && { bid: roundPrice(agreed.bid), samples: agreed.near };
}

/** What the size brings in the other fiat, at the rate; what is needed there is rounded up. */
function rateBid({ sold, rate }: OverRate, size: Size, maxDepthBps: number): FirmBid | undefined {
  const inVia = "fiat" in size ? { ...size, fiat: size.fiat.dividedDown(rate.bid, DECIMALS).plus(LEAST) } : size;
  const first = firmBid(sold, inVia, maxDepthBps);
  if (!first) return undefined;
  const bid = roundPrice(first.bid.times(rate.bid));
  const named = (of: Reference<Priced>, samples: readonly FirmSample[]) =>
    samples.map((sample) => ({ ...sample, pair: `${of.base}/${of.fiat}` }));
  const rates = rate.samples.map((sample) => ({ ...sample, levels: [] }));
  return bid.isZero() ? undefined : { bid, samples: [...named(sold, first.samples), ...named(rate, rates)] };
}

/** As the cross itself, each leg at the size that reaches it; what is bought or needed on the way is rounded up. */
function crossBid([sold, gained, given]: Legs, size: Size, maxDepthBps: number): FirmBid | undefined {
  const legs = "fiat" in size ? backFrom(size) : forthFrom(size);
  if (!legs) return undefined;
  const [soldBid, gainedBid] = legs;
  const bid = roundPrice(soldBid.bid.times(gainedBid.bid).dividedDown(given.ask, DECIMALS));
  const named = [soldBid, gainedBid].flatMap((leg, at) => {
    const { base, fiat } = at === 0 ? sold : gained;
    return leg.samples.map((sample) => ({ ...sample, pair: `${base}/${fiat}` }));
  });
  const bridge = given.samples.map((sample) => ({ ...sample, pair: `${given.base}/${given.fiat}`, levels: [] }));
  return bid.isZero() ? undefined : { bid, samples: [...named, ...bridge] };

  function backFrom({ fiat, lessBps }: { fiat: Decimal; lessBps: number }): [FirmBid, FirmBid] | undefined {
    const last = firmBid(gained, { fiat, lessBps }, maxDepthBps);
    if (!last) return undefined;
    const whole = fiat.times(Decimal.of(BigInt(WHOLE_BPS)));
    const bridge = whole.dividedDown(last.bid.times(Decimal.of(BigInt(WHOLE_BPS - lessBps))), DECIMALS).plus(LEAST);
    const first = firmBid(sold, { fiat: bridge.times(given.ask), lessBps: 0 }, maxDepthBps);
    return first && [first, last];
  }

  function forthFrom(of: { quantity: Decimal; behind?: Decimal }): [FirmBid, FirmBid] | undefined {
    const first = firmBid(sold, of, maxDepthBps);
    if (!first) return undefined;
    const bridge = of.quantity.times(first.bid).dividedDown(given.ask, DECIMALS).plus(LEAST);
    const last = firmBid(gained, { quantity: bridge }, maxDepthBps);
    return last && [first, last];
  }
}

/** How much of the crypto can be sold at a bid by size, after `behind`: what as many books take as a price needs. */
export function takenNow(reference: Reference<Priced>, maxDepthBps: number, behind: Decimal = Decimal.ZERO): Decimal {
  const { depth } = reference;
  if ("rate" in depth) return takenNow(depth.sold, maxDepthBps, behind);
  if ("legs" in depth) return takenByCross(depth.legs, maxDepthBps, behind);
  const books = depth.fresh.flatMap(({ bids }) => (bids ? [takenBy(bids, maxDepthBps, behind)] : []));
  return books.sort((a, b) => b.compare(a))[depth.rules.sourcesNeeded - 1] ?? Decimal.ZERO;
}

/** No more than the bridge can bring home, reckoned at the best bid of what is sold. */
function takenByCross([sold, gained, given]: Legs, maxDepthBps: number, behind: Decimal): Decimal {
  const first = takenNow(sold, maxDepthBps, behind);
  const bridge = takenNow(gained, maxDepthBps);
  const most = bridge.times(given.ask).dividedDown(sold.bid, DECIMALS);
  return first.compare(most) < 0 ? first : most;
}
