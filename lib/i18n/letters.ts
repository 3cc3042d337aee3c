import { en } from "./letters.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of mails; they are read for whom the mail is written, see `speakingTo`. */
export const lettersText: typeof en = inPart(en, await germanOf(() => import("./letters.de.ts")));
