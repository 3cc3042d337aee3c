import { en } from "./settings.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const settingsText: typeof en = inPart(en, await germanOf(() => import("./settings.de.ts")));
