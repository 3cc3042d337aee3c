import { en } from "./treasury.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const treasuryText: typeof en = inPart(en, await germanOf(() => import("./treasury.de.ts")));
