import { en } from "./bills.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const billsText: typeof en = inPart(en, await germanOf(() => import("./bills.de.ts")));
