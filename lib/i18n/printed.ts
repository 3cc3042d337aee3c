import { en } from "./printed.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The words of receipts, contract notes, statements and invoices; read for who asks for the paper, see `speakingTo`. */
export const printedText: typeof en = inPart(en, await germanOf(() => import("./printed.de.ts")));
