import { en } from "./wallets.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of pages that other pages do not load. */
export const walletsText: typeof en = inPart(en, await germanOf(() => import("./wallets.de.ts")));
