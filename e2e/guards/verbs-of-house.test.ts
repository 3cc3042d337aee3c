import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_HOUSE } from "./verbs-of-house.ts";
import { VERBS_OF_HOUSE_PEOPLE } from "./verbs-of-house-people.ts";

tryVerbs([...VERBS_OF_HOUSE, ...VERBS_OF_HOUSE_PEOPLE]);
