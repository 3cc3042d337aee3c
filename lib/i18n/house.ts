import { en } from "./house.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of what the house promises, lacks and gives away. */
export const houseText: typeof en = inPart(en, await germanOf(() => import("./house.de.ts")));
