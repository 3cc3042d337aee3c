import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { findReference } from "./reference.ts";
import { insertPrices, pairsToKeep } from "./store.ts";

/** A pair's price is kept this often: what was held at a time that has passed is valued by the last one before it. */
const EVERY_MS = 5 * 60_000;

/** Keeps the reference of each pair whose last one was kept long enough ago; a pair without a fresh price keeps none. */
export async function keepPrices(ctx: Ctx): Promise<number> {
  const due = await pairsToKeep(
    ctx.db,
    CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat }))),
    EVERY_MS,
  );
  if (due.length === 0) return 0;
  const now = await ctx.now();
  const found = await Promise.all(due.map(({ base, fiat }) => findReference(ctx.app, base, fiat, now)));
  return insertPrices(
    ctx.db,
    found.filter((reference) => reference !== undefined),
  );
}
