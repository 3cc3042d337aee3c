import { APPROVAL_KINDS, APPROVAL_STATES } from "#lib/contract/approval-states.ts";
import { begin, choices, end, type FilterOf } from "#lib/contract/filters.ts";
import { END_TIME, meaning, START_TIME } from "#lib/contract/meanings.ts";

/** The filters of the requests that wait, or waited, for a second person; times are when it was asked. */
export const APPROVAL_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  status: choices(APPROVAL_STATES, meaning("Only requests in this state, by the business clock.")),
  what: choices(APPROVAL_KINDS, meaning("Only requests for this.", "payout")),
};
export type ApprovalFilter = FilterOf<typeof APPROVAL_FILTERS>;
