import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isPrice } from "#lib/pricing/price.ts";
import { setVenueFault } from "#lib/liquidity/venues/simulated.ts";
import { pathBid } from "#lib/pricing/simulated.ts";
import type { advanceClockEndpoint, setPriceEndpoint, setVenueEndpoint } from "./contract.ts";
import { advanceClock, letGoStale, setPrice } from "./store.ts";

/** A fault without a count stands until it is changed. */
const UNTIL_CHANGED = -1;

/** Moves the business clock forward; it never goes back. Read again at once, so that every answer tells the new time. */
export async function moveClock(
  ctx: Ctx,
  input: InputOf<typeof advanceClockEndpoint>,
): Promise<OutputOf<typeof advanceClockEndpoint>> {
  const moved = await ctx.transaction(async (tx) => {
    const now = await advanceClock(tx.db, input.advanceMs);
    return answerWith(tx, { now: now.getTime() });
  });
  await ctx.now();
  return moved;
}

/** Sets the bid of a pair, which then stays fresh, or lets its price go stale until the next one. */
export async function setMarketPrice(
  ctx: Ctx,
  input: InputOf<typeof setPriceEndpoint>,
): Promise<OutputOf<typeof setPriceEndpoint>> {
  const { base, quote, price, stale } = input;
  if (!price && !stale) throw invalid("price", "Give a price, or stale: true.");
  if (price && !isPrice(price)) throw invalid("price", "price takes at most 8 decimals and 15 significant digits.");
  return ctx.transaction(async (tx) => {
    if (price) await setPrice(tx.db, base, quote, price.toString(), stale ?? false);
    else await letGoStale(tx.db, base, quote, pathBid(base, quote, await tx.now()).toString());
    return answerWith(tx, { base, quote, ...(price ? { price } : {}), stale: stale ?? false });
  });
}

export async function setVenue(
  ctx: Ctx,
  input: InputOf<typeof setVenueEndpoint>,
): Promise<OutputOf<typeof setVenueEndpoint>> {
  return ctx.transaction(async (tx) => {
    await setVenueFault(tx.db, input.fault, input.count ?? UNTIL_CHANGED);
    return answerWith(tx, { fault: input.fault, ...(input.count ? { count: input.count } : {}) });
  });
}
