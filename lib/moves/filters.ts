import { choices, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { MOVE_STATES } from "./move.ts";

/** The filters of the house's moves. */
export const MOVE_FILTERS = {
  status: choices(MOVE_STATES, meaning("Only those that have come so far.", "SENT")),
  place: exactText(64, meaning("A place: custody:{network}, venue:{name} or bank:{name}.", "venue:kraken")),
};
export type MoveFilter = FilterOf<typeof MOVE_FILTERS>;
