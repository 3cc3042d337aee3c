import { en } from "./auth.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of the pages that one-time links open, and of setting a password. */
export const authText: typeof en = inPart(en, await germanOf(() => import("./auth.de.ts")));
