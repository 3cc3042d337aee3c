import { en } from "./conversion.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const conversionText: typeof en = inPart(en, await germanOf(() => import("./conversion.de.ts")));
