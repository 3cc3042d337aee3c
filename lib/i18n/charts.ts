import { en } from "./charts.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const chartsText: typeof en = inPart(en, await germanOf(() => import("./charts.de.ts")));
