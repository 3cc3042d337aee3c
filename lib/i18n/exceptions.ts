import { en } from "./exceptions.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const exceptionsText: typeof en = inPart(en, await germanOf(() => import("./exceptions.de.ts")));
