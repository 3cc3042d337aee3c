import { tryVerbs } from "./verbs.ts";
import { VERBS_OF_TREASURY_COMMANDS } from "./verbs-of-treasury-commands.ts";

tryVerbs(VERBS_OF_TREASURY_COMMANDS);
