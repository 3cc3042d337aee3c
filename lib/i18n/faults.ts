import { en } from "./faults.en.ts";
import { germanOf, inPart } from "./part.ts";

/** The sentences of what the API refuses. */
export const faultsText: typeof en = inPart(en, await germanOf(() => import("./faults.de.ts")));

/** A contract's predicate as it stands at the field itself: a sentence, of which the label says the subject. */
export function fieldFault(predicate: string): string {
  const text = faultsText.field(predicate);
  // With a full stop it is a sentence already.
  return /\.( |$)/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
