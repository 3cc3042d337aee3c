import { en } from "./payment.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const paymentText: typeof en = inPart(en, await germanOf(() => import("./payment.de.ts")));
