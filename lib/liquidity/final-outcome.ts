import type { RefusedOrder, VenueOutcome, VenueFill } from "./venue.ts";

/** What surely became of an order. `missed`: the venue never had it, by all we can know; it is watched for a while. */
export type FinalOutcome = { state: "FILLED"; fill: VenueFill } | (RefusedOrder & { missed?: boolean });

/** An order of which nothing was filled is as good as refused. */
export function finalOutcomeOf(outcome: Exclude<VenueOutcome, { state: "UNKNOWN" }>): FinalOutcome {
  if (outcome.state === "REFUSED") return outcome;
  return outcome.fill.quantity.isZero()
    ? { state: "REFUSED", reason: "The venue filled nothing.", code: "NOT_FILLED" }
    : outcome;
}
