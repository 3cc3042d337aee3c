import { en } from "./failures.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The sentences of what a node or a venue did not do. */
export const failuresText: typeof en = inPart(en, await germanOf(() => import("./failures.de.ts")));
