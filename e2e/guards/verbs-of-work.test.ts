import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_WORK } from "./verbs-of-work.ts";

tryVerbs(VERBS_OF_WORK);
