import { choices, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { LINE_OWNERS } from "./statement.ts";

/** The filters of what the banks have booked. */
export const LINE_FILTERS = {
  belongsTo: choices(LINE_OWNERS, meaning("Only lines of this kind.", "NOBODY")),
  place: exactText(64, meaning("The bank account, as bank:{name}.", "bank:main")),
};
export type LineFilter = FilterOf<typeof LINE_FILTERS>;
