import { en } from "./conversions.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const conversionsText: typeof en = inPart(en, await germanOf(() => import("./conversions.de.ts")));
