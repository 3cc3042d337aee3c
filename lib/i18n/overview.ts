import { en } from "./overview.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const overviewText: typeof en = inPart(en, await germanOf(() => import("./overview.de.ts")));
