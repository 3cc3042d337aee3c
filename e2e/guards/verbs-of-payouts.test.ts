import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_PAYOUTS } from "./verbs-of-payouts.ts";

tryVerbs(VERBS_OF_PAYOUTS);
