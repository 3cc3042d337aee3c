import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_TREASURY } from "./verbs-of-treasury.ts";

tryVerbs(VERBS_OF_TREASURY);
