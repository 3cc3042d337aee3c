import { en } from "./audit-details.en.ts";
import { germanOf, inPart } from "./part.ts";

/** What the details of an action are called, for the audit page alone. */
export const detailsText: typeof en = inPart(en, await germanOf(() => import("./audit-details.de.ts")));
