import { choices, exactAmount, exactText, type FilterOf, symbols } from "#lib/contract/filters.ts";
import { EXAMPLE_IDS } from "#lib/contract/example-ids.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { PAYOUT_STATES } from "./payout-states.ts";

/** The filters of the payouts. */
export const PAYOUT_FILTERS = {
  status: choices(PAYOUT_STATES, meaning("Only payouts in this state.", "APPROVED")),
  asset: symbols(ASSET_SYMBOLS, meaning("Only payouts of this crypto or fiat.", "EUR")),
  minimum: exactAmount(meaning("Only payouts of at least so much, each in its own asset.", 100)),
  maximum: exactAmount(meaning("Only payouts of at most so much, each in its own asset.", 500)),
  beneficiaryId: exactText(128, meaning("Only payouts to this beneficiary.", EXAMPLE_IDS.beneficiary)),
  reference: exactText(128, meaning("Only payouts of this reference.", "payout-77")),
};
export type PayoutFilter = FilterOf<typeof PAYOUT_FILTERS>;
