import { en } from "./payments.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const paymentsText: typeof en = inPart(en, await germanOf(() => import("./payments.de.ts")));
