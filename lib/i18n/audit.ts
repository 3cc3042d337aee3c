import { en } from "./audit.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const auditText: typeof en = inPart(en, await germanOf(() => import("./audit.de.ts")));
