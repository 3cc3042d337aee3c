import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Level } from "./book.ts";
import { crossReference, legsOf } from "./cross.ts";
import type { FirmBid } from "./firm-bid.ts";
import type { LastGood, Priced, Sample } from "./market.ts";
import { WHOLE_BPS } from "./price.ts";

/** A price is fresh while its samples are younger than this (rulebook 4.5). */
export const FRESH_MS = 15_000;
/** Clocks of feeds may run ahead of ours by this much and no more. */
export const AHEAD_MS = 2_000;

/**
 * What a reference must stand up to. `maxOffBps`: how far a source's bid may lie off the median of all. `maxJump`: the
 * reference is less than this many times the last good one, and more than this fraction of it, unless that is older
 * than `jumpMemoryMs`: then the market may have gone there without us.
 */
export type ReferenceRules = {
  sourcesNeeded: number;
  maxOffBps: number;
  maxJump: bigint;
  jumpMemoryMs: number;
  /** How many voices a source has in the median, 1 unless it is named. Quorum and majority count sources. */
  weights?: Readonly<Record<string, number>>;
};

export const LIVE_RULES: ReferenceRules = {
  sourcesNeeded: 2,
  maxOffBps: 100,
  maxJump: 2n,
  jumpMemoryMs: 24 * 3_600_000,
};
/** The sandbox has one source, and people set its prices as they like. */
export const SANDBOX_RULES: ReferenceRules = { ...LIVE_RULES, sourcesNeeded: 1, jumpMemoryMs: 0 };

/**
 * The reference bid of a pair with every sample it was made of, so that a person can recompute it. `ask` is the median of
 * the asks they came with: for measuring, never for a promise.
 */
export type Reference<Base extends Priced = Crypto> = {
  base: Base;
  fiat: Fiat;
  bid: Decimal;
  ask: Decimal;
  at: Date;
  samples: Sample[];
  /** What a bid by size is made of: every source's fresh book, or the legs of a cross. */
  depth: { rules: ReferenceRules; fresh: readonly Sample[] } | { legs: Legs } | OverRate;
};
/** What is sold, what it is sold for elsewhere, and the bridge between the two fiats, as `legsOf` names them. */
/** What is sold for another fiat, and the rate of the two. */
export type OverRate = { sold: Reference<Priced>; rate: Reference<Priced> };
export type Legs = readonly [sold: Reference<Priced>, gained: Reference<Priced>, given: Reference<Priced>];

/**
 * The median of the sources' bids, each source by its newest fresh sample; undefined when there is no price. Sources too
 * far off the median of all are left out; those left must be enough, and more than half of what was fresh. Pure.
 */
export function referenceOf<Base extends Priced>(
  base: Base,
  fiat: Fiat,
  samples: readonly Sample[],
  now: Date,
  rules: ReferenceRules,
  lastGood?: LastGood,
): Reference<Base> | undefined {
  const fresh = freshIn(samples, now);
  const agreed = agreedBid(fresh, rules);
  if (!agreed || isJump(agreed.bid, now, rules, lastGood)) return undefined;
  const { bid, near } = agreed;
  return { base, fiat, bid, ask: medianAsk(near) ?? bid, at: now, samples: near, depth: { rules, fresh } };
}

/**
 * What sources agree on: the median of their bids, those too far off the median of all left out. Undefined when those
 * left are too few, not more than half, or say nothing above zero.
 */
export function agreedBid<Quoted extends { source: string; bid: Decimal }>(
  quotes: readonly Quoted[],
  rules: ReferenceRules,
): { bid: Decimal; near: Quoted[] } | undefined {
  const middle = medianOf(quotes, rules);
  if (!middle) return undefined;
  const near = quotes.filter(({ bid }) => isNear(bid, middle, rules.maxOffBps));
  const bid = medianOf(near, rules);
  if (!bid || near.length < rules.sourcesNeeded || 2 * near.length <= quotes.length || bid.isZero()) return undefined;
  return { bid, near };
}

/** The newest usable sample of each source. */
export const freshIn = (samples: readonly Sample[], now: Date): Sample[] =>
  newestOf(samples.filter((sample) => isUsable(sample, now)));

function isUsable(sample: Sample, now: Date): boolean {
  const ageMs = now.getTime() - sample.at.getTime();
  return ageMs < FRESH_MS && ageMs >= -AHEAD_MS && sample.bid.units > 0n && sample.ask.compare(sample.bid) >= 0;
}

/** One source has one voice, however often it speaks. */
function newestOf(samples: readonly Sample[]): Sample[] {
  const newest = new Map<string, Sample>();
  for (const sample of samples) {
    const known = newest.get(sample.source);
    if (!known || sample.at > known.at) newest.set(sample.source, sample);
  }
  return [...newest.values()];
}

/** Of an even number the mean of the two in the middle, rounded down to 8 decimals. */
function medianOf(
  samples: readonly { source: string; bid: Decimal }[],
  { weights = {} }: ReferenceRules,
): Decimal | undefined {
  const voices = samples.flatMap(({ source, bid }) => Array.from({ length: weights[source] ?? 1 }, () => bid));
  const bids = voices.sort((a, b) => a.compare(b));
  const upper = bids[Math.floor(bids.length / 2)];
  const lower = bids[Math.floor((bids.length - 1) / 2)];
  if (!upper || !lower) return undefined;
  return upper === lower ? upper : upper.plus(lower).dividedDown(Decimal.of(2n), 8);
}

const medianAsk = (samples: readonly Sample[]): Decimal | undefined =>
  samples.map((sample) => sample.ask).sort((a, b) => a.compare(b))[Math.floor(samples.length / 2)];

/** Half way between the reference's bid and ask, rounded down to 8 decimals: what an execution is measured against. */
export function midOf({ bid, ask }: Pick<Reference, "bid" | "ask">): Decimal {
  return bid.plus(ask).dividedDown(Decimal.of(2n), 8);
}

function isNear(bid: Decimal, middle: Decimal, maxOffBps: number): boolean {
  const difference = bid.compare(middle) < 0 ? middle.minus(bid) : bid.minus(middle);
  return difference.times(Decimal.of(BigInt(WHOLE_BPS))).compare(middle.times(Decimal.of(BigInt(maxOffBps)))) <= 0;
}

function isJump(bid: Decimal, now: Date, { maxJump, jumpMemoryMs }: ReferenceRules, lastGood?: LastGood): boolean {
  if (!lastGood || now.getTime() - lastGood.at.getTime() >= jumpMemoryMs) return false;
  const times = Decimal.of(maxJump);
  return bid.compare(lastGood.bid.times(times)) >= 0 || bid.times(times).compare(lastGood.bid) <= 0;
}

/**
 * The reference now, or undefined when no fresh one can be had: an old price is never used instead. A pair that is
 * configured as a cross is priced by its legs alone.
 */
export async function findReference<Base extends Priced>(
  app: App,
  base: Base,
  fiat: Fiat,
  now: Date,
): Promise<Reference<Base> | undefined> {
  const cross = app.env.crosses.find((each) => each.base === base && each.fiat === fiat);
  if (!cross) return findDirect(app, base, fiat, now);
  const legs = await Promise.all(legsOf(cross).map((leg) => findDirect(app, leg.base, leg.fiat, now)));
  const crossed = crossReference(cross, legs, now);
  return crossed && { ...crossed, base };
}

async function findDirect<Base extends Priced>(
  app: App,
  base: Base,
  fiat: Fiat,
  now: Date,
): Promise<Reference<Base> | undefined> {
  const [samples, lastGood] = await Promise.all([
    Promise.all(app.prices.map((source) => source.samples(base, fiat, now))),
    Promise.all(app.prices.map((source) => source.lastGood?.(base, fiat))),
  ]);
  return referenceOf(
    base,
    fiat,
    samples.flat(),
    now,
    rulesOf(app),
    lastGood.find((each) => each !== undefined),
  );
}

export const rulesOf = ({ mode, env }: App): ReferenceRules =>
  mode === "sandbox"
    ? SANDBOX_RULES
    : { ...LIVE_RULES, weights: Object.fromEntries(env.priceSources.map(({ name, weight }) => [name, weight])) };

/** The same, refused with 503 PRICE_UNAVAILABLE when there is none. */
export async function needReference(app: App, base: Crypto, fiat: Fiat, now: Date): Promise<Reference> {
  const reference = await findReference(app, base, fiat, now);
  if (!reference) {
    throw new Refusal(
      "PRICE_UNAVAILABLE",
      `There is no fresh price for ${base}/${fiat} at the moment; try again shortly.`,
      {
        retryAfterSeconds: 5,
      },
    );
  }
  return reference;
}

/** What a bill or a quote keeps of the price it was made from; of a bid by size also the levels it takes. */
export function priceInputs(
  reference: Reference<Priced>,
  rates: Record<string, string | number>,
  firm?: FirmBid,
): Record<string, unknown> {
  const samples: readonly (Sample & { levels?: readonly Level[] })[] = firm?.samples ?? reference.samples;
  return {
    bid: (firm ?? reference).bid.toString(),
    mid: midOf(reference).toString(),
    at: reference.at.toISOString(),
    samples: samples.map((sample) => ({
      ...(sample.pair ? { pair: sample.pair } : {}),
      source: sample.source,
      bid: sample.bid.toString(),
      ask: sample.ask.toString(),
      at: sample.at.toISOString(),
      ...(sample.levels ? { levels: sample.levels.map(levelText) } : {}),
    })),
    ...rates,
  };
}

const levelText = ({ price, quantity }: Level): Record<string, string> => ({
  price: price.toString(),
  quantity: quantity.toString(),
});
