import { germanOf, inPart } from "./part.ts";
import { en } from "./place-entries.en.ts";

/** The words of what moved at a place, beside those of the treasury. */
export const placeEntriesText: typeof en = inPart(en, await germanOf(() => import("./place-entries.de.ts")));
