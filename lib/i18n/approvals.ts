import { en } from "./approvals.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const approvalsText: typeof en = inPart(en, await germanOf(() => import("./approvals.de.ts")));
