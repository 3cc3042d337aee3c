import { germanOf, inPart } from "./part.ts";
import { en } from "./settlements.en.ts";

/** The words of pages that other pages do not load. */
export const settlementsText: typeof en = inPart(en, await germanOf(() => import("./settlements.de.ts")));
