import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_MONEY } from "./verbs-of-money.ts";

tryVerbs(VERBS_OF_MONEY);
