import { choice, choices, exactAmount, type FilterOf, symbol } from "#lib/contract/filters.ts";
import { FIAT, meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { AGES, CASE_KINDS, CASE_STATES } from "./case-kinds.ts";

/** The filters of the cases; `fiat` is what all of them are valued in. */
export const CASE_FILTERS = {
  kind: choices(CASE_KINDS, meaning("Kind of case.", "LATE")),
  state: choices(CASE_STATES, meaning("State of the case.")),
  owner: choice(["mine", "nobody"], meaning("Whose cases.")),
  age: choice(AGES, meaning("The bracket of age that begins with so many hours.", "24")),
  minimum: exactAmount(meaning("The smallest amount of a bill in this fiat.", 1)),
  fiat: symbol(FIATS, FIAT),
};
export type CaseFilter = FilterOf<typeof CASE_FILTERS>;
