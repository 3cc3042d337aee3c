import { begin, end, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { END_TIME, meaning, START_TIME } from "#lib/contract/meanings.ts";

/** The filters of the list of customers. */
export const CUSTOMER_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  name: exactText(128, meaning("Only customers whose subaccount has this text in it, in capitals or not.", "acme")),
};
/** The period of one customer's page: what a payments list can be asked for at most, so that each figure leads to its bills. */
export const CUSTOMER_PERIOD = {
  startTime: begin("epoch", START_TIME, { standard: "90d", mostDays: 90 }),
  endTime: end("epoch", END_TIME),
};
export type CustomerFilter = FilterOf<typeof CUSTOMER_FILTERS>;

export const CUSTOMER_SORTS = ["value", "lastBillAt", "subaccount"] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
