import { choices, type FilterOf, symbols } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { SETTLEMENT_STATES } from "./settlement-states.ts";

/** The filters of the settlements. */
export const SETTLEMENT_FILTERS = {
  status: choices(SETTLEMENT_STATES, meaning("Only settlements in this state.", "PAID")),
  currency: symbols(FIATS, meaning("Only settlements of this fiat.", "EUR")),
};
export type SettlementFilter = FilterOf<typeof SETTLEMENT_FILTERS>;
