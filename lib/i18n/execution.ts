import { en } from "./execution.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of how well the house sold, beside those of the treasury. */
export const executionText: typeof en = inPart(en, await germanOf(() => import("./execution.de.ts")));
