import { en } from "./customers.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of the customers' pages. */
export const customersText: typeof en = inPart(en, await germanOf(() => import("./customers.de.ts")));
