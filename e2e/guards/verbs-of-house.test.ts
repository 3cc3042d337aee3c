import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_HOUSE } from "./verbs-of-house.ts";

tryVerbs(VERBS_OF_HOUSE);
