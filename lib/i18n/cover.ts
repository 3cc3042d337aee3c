import { en } from "./cover.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of exposure and cover, beside those of the treasury. */
export const coverText: typeof en = inPart(en, await germanOf(() => import("./cover.de.ts")));
