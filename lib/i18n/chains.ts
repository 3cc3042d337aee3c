import { en } from "./chains.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const chainsText: typeof en = inPart(en, await germanOf(() => import("./chains.de.ts")));
