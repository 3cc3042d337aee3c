import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_SIGNING } from "./verbs-of-signing.ts";

tryVerbs(VERBS_OF_SIGNING);
