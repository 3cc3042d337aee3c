import { en } from "./faults.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The sentences of what the API refuses. */
export const faultsText: typeof en = inPart(en, await germanOf(() => import("./faults.de.ts")));
