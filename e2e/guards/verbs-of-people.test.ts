import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_PEOPLE } from "./verbs-of-people.ts";

tryVerbs(VERBS_OF_PEOPLE);
