import { CRYPTOS, type Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { findReference } from "#lib/pricing/reference.ts";
import type { Valuation } from "./store.ts";

/** The present bid of every crypto in one fiat; one without a fresh price is left out, never valued at an old one. */
export async function valuationIn(ctx: Ctx, fiat: Fiat, now: Date): Promise<Valuation> {
  const found = await Promise.all(CRYPTOS.map((crypto) => findReference(ctx.app, crypto, fiat, now)));
  const bids = found.flatMap((reference) => (reference ? [[reference.base, reference.bid.toString()]] : []));
  return { fiat, bids: Object.fromEntries(bids) };
}
