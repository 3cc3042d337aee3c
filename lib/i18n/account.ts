import { en } from "./account.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const accountText: typeof en = inPart(en, await germanOf(() => import("./account.de.ts")));
