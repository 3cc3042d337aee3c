import type { App } from "#lib/kernel/app.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { findReference, freshIn, rulesOf } from "./reference.ts";

/** Of a pair without a price, how many sources are fresh and how many it needs; undefined where it has one. */
export async function findQuorum(
  app: App,
  base: Crypto,
  fiat: Fiat,
  now: Date,
): Promise<{ fresh: number; needed: number } | undefined> {
  if (await findReference(app, base, fiat, now)) return undefined;
  const said = await Promise.all(app.prices.map((source) => source.samples(base, fiat, now)));
  return { fresh: freshIn(said.flat(), now).length, needed: rulesOf(app).sourcesNeeded };
}
