import { choices, exactAmount, type FilterOf, symbols } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { SETTLEMENT_STATES } from "./settlement-states.ts";

/** The filters of the settlements. */
export const SETTLEMENT_FILTERS = {
  status: choices(SETTLEMENT_STATES, meaning("Only settlements in this state.", "PAID")),
  currency: symbols(FIATS, meaning("Only settlements of this fiat.", "EUR")),
  minimum: exactAmount(meaning("Only settlements of which at least so much is due, each in its own fiat.", 100)),
  maximum: exactAmount(meaning("Only settlements of which at most so much is due, each in its own fiat.", 500)),
};
export type SettlementFilter = FilterOf<typeof SETTLEMENT_FILTERS>;
