import type { Ctx } from "#lib/kernel/context.ts";
import { extendRanges } from "./statement-store.ts";

/** Postings of a range: so many are read one by one for a balance of an instant. */
const SIZE = 5_000;
/** Ranges of one round: a ledger that has none yet gets them within minutes. */
const MOST = 50;

/** Notes between which instants new postings were made, so that balances of any instant are found soon (rulebook 8.12). */
export const extendPostingRanges = (ctx: Ctx): Promise<number> => extendRanges(ctx.db, SIZE, MOST);
