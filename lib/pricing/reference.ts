import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { House } from "#lib/house.ts";
import type { Sample } from "./market.ts";

/** A price is fresh while its samples are younger than this (contract §4). */
export const FRESH_MS = 15_000;
/** Clocks of feeds may run ahead of ours by this much and no more. */
const AHEAD_MS = 2_000;

/** The reference bid of a pair with every sample it was made of, so that a person can recompute it. */
export type Reference = { base: Crypto; fiat: Fiat; bid: Decimal; at: Date; samples: Sample[] };

/** The median of the fresh samples' bids; undefined when fewer than `sourcesNeeded` are fresh. Pure. */
export function referenceOf(
  base: Crypto,
  fiat: Fiat,
  samples: readonly Sample[],
  now: Date,
  sourcesNeeded: number,
): Reference | undefined {
  const fresh = samples.filter((sample) => isUsable(sample, now));
  if (fresh.length < sourcesNeeded || fresh.length === 0) return undefined;
  const bids = fresh.map((sample) => sample.bid).sort((a, b) => a.compare(b));
  const upper = bids[Math.floor(bids.length / 2)];
  const lower = bids[Math.floor((bids.length - 1) / 2)];
  if (!upper || !lower) return undefined;
  const bid = upper === lower ? upper : upper.plus(lower).dividedDown(Decimal.of(2n), 8);
  return { base, fiat, bid, at: now, samples: fresh };
}

function isUsable(sample: Sample, now: Date): boolean {
  const ageMs = now.getTime() - sample.at.getTime();
  return ageMs < FRESH_MS && ageMs >= -AHEAD_MS && sample.bid.units > 0n && sample.ask.compare(sample.bid) >= 0;
}

/** The reference now, or undefined when no fresh one can be had: an old price is never used instead. */
export async function findReference(house: House, base: Crypto, fiat: Fiat, now: Date): Promise<Reference | undefined> {
  const samples = (await Promise.all(house.prices.map((source) => source.samples(base, fiat, now)))).flat();
  return referenceOf(base, fiat, samples, now, house.mode === "sandbox" ? 1 : 2);
}

/** The same, refused with 503 PRICE_UNAVAILABLE when there is none. */
export async function needReference(house: House, base: Crypto, fiat: Fiat, now: Date): Promise<Reference> {
  const reference = await findReference(house, base, fiat, now);
  if (!reference) {
    throw new Refusal(
      "PRICE_UNAVAILABLE",
      `There is no fresh price for ${base}/${fiat} at the moment; try again shortly.`,
      {
        headers: { "retry-after": "5" },
      },
    );
  }
  return reference;
}

/** What a bill or a quote keeps of the price it was made from. */
export function priceInputs(reference: Reference, rates: Record<string, string | number>): Record<string, unknown> {
  return {
    bid: reference.bid.toString(),
    at: reference.at.toISOString(),
    samples: reference.samples.map((sample) => ({
      source: sample.source,
      bid: sample.bid.toString(),
      ask: sample.ask.toString(),
      at: sample.at.toISOString(),
    })),
    ...rates,
  };
}
