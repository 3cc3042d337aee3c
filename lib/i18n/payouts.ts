import { germanOf, inPart } from "./part.ts";
import { en } from "./payouts.en.ts";

/** The words of pages that other pages do not load. */
export const payoutsText: typeof en = inPart(en, await germanOf(() => import("./payouts.de.ts")));
