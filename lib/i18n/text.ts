import { en } from "./en.ts";
import { germanOf, inPart } from "./part.ts";

/** The shape of the English catalogue: what every language says, so that no text is missing in one. */
export type Text = typeof en;

/**
 * The words of the frame and of what several pages show. Those of one family of pages stand apart, beside this file, so
 * that no other page loads them.
 */
export const text: Text = inPart(en, await germanOf(() => import("./de.ts")));
