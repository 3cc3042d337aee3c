import { en } from "./audit-sentences.en.ts";
import { germanOf, inPart } from "./part.ts";

/** What the audit record says of each action, for its page alone. */
export const auditText: typeof en = inPart(en, await germanOf(() => import("./audit-sentences.de.ts")));
