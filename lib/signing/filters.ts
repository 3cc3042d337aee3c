import { choices, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { PREPARED_STATES } from "./prepared-states.ts";

/** The filters of the prepared transactions. */
export const PREPARED_FILTERS = {
  status: choices(PREPARED_STATES, meaning("Only those that have come so far.", "PREPARED")),
  objectId: exactText(128, meaning("Only those that pay this payout or move.", IDS.payout)),
};
export type PreparedFilter = FilterOf<typeof PREPARED_FILTERS>;
