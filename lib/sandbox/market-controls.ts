import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { sortedBids } from "#lib/pricing/book.ts";
import { isPrice } from "#lib/pricing/price.ts";
import { setVenueFault } from "#lib/liquidity/venues/simulated.ts";
import { pathBid } from "#lib/pricing/simulated.ts";
import type { advanceClockEndpoint, setBookEndpoint, setPriceEndpoint, setVenueEndpoint } from "./contract.ts";
import { advanceClock, letGoStale, setBook, setPrice } from "./store.ts";

/** Far beyond any market, and well within what is stored. */
const MOST_OF_A_LEVEL = Decimal.of(10n ** 12n);
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

/**
 * Gives a pair a book, which stays fresh as a price does; the last of the two rules. Without levels the book is taken
 * back: what was said before it, or the seeded path, rules again. Selling does not use it up.
 */
export async function setMarketBook(
  ctx: Ctx,
  { base, quote, levels }: InputOf<typeof setBookEndpoint>,
): Promise<OutputOf<typeof setBookEndpoint>> {
  for (const [at, { price, quantity }] of levels.entries()) {
    if (!isPrice(price))
      throw invalid(`levels[${at}].price`, "A price takes at most 8 decimals and 15 significant digits.");
    if (quantity.scale > scaleOf(base))
      throw invalid(`levels[${at}].quantity`, `A quantity of ${base} takes at most ${scaleOf(base)} decimals.`);
    if (quantity.compare(MOST_OF_A_LEVEL) > 0)
      throw invalid(`levels[${at}].quantity`, `A quantity is at most ${MOST_OF_A_LEVEL}.`);
  }
  const book = sortedBids(levels);
  return ctx.transaction(async (tx) => {
    await setBook(tx.db, base, quote, book);
    return answerWith(tx, { base, quote, levels: book });
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
