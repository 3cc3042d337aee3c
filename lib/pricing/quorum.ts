import type { App } from "#lib/kernel/app.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { legsOf } from "./cross.ts";
import { findReference, freshIn, rulesOf } from "./reference.ts";

/**
 * Of a pair without a price, how many sources are fresh and how many it needs, of a cross those of its weakest leg;
 * undefined where it has one.
 */
export async function findQuorum(
  app: App,
  base: Crypto,
  fiat: Fiat,
  now: Date,
): Promise<{ fresh: number; needed: number } | undefined> {
  if (await findReference(app, base, fiat, now)) return undefined;
  const cross = app.env.crosses.find((each) => each.base === base && each.fiat === fiat);
  const legs = cross ? legsOf(cross) : [{ base, fiat }];
  const fresh = await Promise.all(
    legs.map(async (leg) => {
      const samples = await Promise.all(app.prices.map((source) => source.samples(leg.base, leg.fiat, now)));
      return freshIn(samples.flat(), now).length;
    }),
  );
  return { fresh: Math.min(...fresh), needed: rulesOf(app).sourcesNeeded };
}
