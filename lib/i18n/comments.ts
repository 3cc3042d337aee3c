import { en } from "./comments.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of comments, for the pages that show them. */
export const commentsText: typeof en = inPart(en, await germanOf(() => import("./comments.de.ts")));
