import { en } from "./finder.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of the finder, loaded when it is first opened. */
export const finderText: typeof en = inPart(en, await germanOf(() => import("./finder.de.ts")));
