import { CRYPTOS, type Crypto } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { findReference } from "./reference.ts";
import { lastEurBids } from "./store.ts";

/** The last bids in EUR that stood up to all rules, whatever their age; by crypto, as exact text. */
export const storedEurBids = ({ db }: Pick<Ctx, "db">): Promise<Partial<Record<Crypto, string>>> => lastEurBids(db);

/** What each crypto was last worth in EUR: the fresh bid, else the last one that was stored. */
export async function lastWorthInEur(ctx: Ctx): Promise<Partial<Record<Crypto, Decimal>>> {
  const [now, stored] = [await ctx.now(), await lastEurBids(ctx.db)];
  const worth: Partial<Record<Crypto, Decimal>> = {};
  for (const crypto of CRYPTOS) {
    const text = stored[crypto];
    const bid = (await findReference(ctx.app, crypto, "EUR", now))?.bid ?? (text && Decimal.from(text));
    if (bid) worth[crypto] = bid;
  }
  return worth;
}
