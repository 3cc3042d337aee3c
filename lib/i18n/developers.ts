import { en } from "./developers.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const developersText: typeof en = inPart(en, await germanOf(() => import("./developers.de.ts")));
