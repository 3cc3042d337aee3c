import { en } from "./ledger.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const ledgerText: typeof en = inPart(en, await germanOf(() => import("./ledger.de.ts")));
