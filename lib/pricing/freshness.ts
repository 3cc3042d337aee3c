import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { AHEAD_MS, FRESH_MS } from "./reference.ts";
import { readReferenceAges, readStaleOfSandbox } from "./store.ts";

/** How many pairs have a fresh price now, and which have lost theirs, such as `BTC/EUR`. */
export type Freshness = { fresh: number; stale: string[] };

/** Of the exchanges' pairs those that ever had a price count; of the sandbox's all but those said to be stale. */
export async function priceFreshness(ctx: Ctx): Promise<Freshness> {
  if (ctx.app.mode === "sandbox") {
    const stale = await readStaleOfSandbox(ctx.db);
    return { fresh: CRYPTOS.length * FIATS.length - stale.length, stale };
  }
  const ages = await readReferenceAges(ctx.db);
  const stale = ages.filter(({ ageMs }) => ageMs >= FRESH_MS || ageMs < -AHEAD_MS).map(({ pair }) => pair);
  return { fresh: ages.length - stale.length, stale };
}
