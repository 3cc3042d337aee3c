import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { isWell } from "./route.ts";

/** A reference this much off the venue's bid stops a market order: one of the two is wrong (rulebook 7.9). */
export const MAX_OFF_PERCENT = 2n;

/** Whether the house may sell at the market now: there is a fresh reference, and the bid of the venue it would go to is near it. */
export async function isSteady(ctx: Ctx, base: Crypto, fiat: Fiat): Promise<boolean> {
  const now = await ctx.now();
  const [reference, book] = await Promise.all([
    findReference(ctx.app, base, fiat, now),
    bidAtVenue(ctx, base, fiat, now),
  ]);
  return reference !== undefined && book !== undefined && !isFarOff(reference.bid, book);
}

async function bidAtVenue(ctx: Ctx, base: Crypto, fiat: Fiat, now: Date): Promise<Decimal | undefined> {
  try {
    const venue = ctx.app.venues.find((each) => each.capabilities().serves(base, fiat) && isWell(each));
    return (await venue?.book(base, fiat, now))?.bid;
  } catch (error) {
    ctx.app.log.warn("venue failed", { base, fiat, error });
    return undefined;
  }
}

/** More than 2 % off the bid, to either side. */
export function isFarOff(reference: Decimal, bid: Decimal): boolean {
  const difference = reference.compare(bid) < 0 ? bid.minus(reference) : reference.minus(bid);
  return difference.times(Decimal.of(100n)).compare(bid.times(Decimal.of(MAX_OFF_PERCENT))) > 0;
}
