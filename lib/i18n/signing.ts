import { germanOf, inPart } from "./part.ts";
import { en } from "./signing.en.ts";

/** The words of pages that other pages do not load. */
export const signingText: typeof en = inPart(en, await germanOf(() => import("./signing.de.ts")));
