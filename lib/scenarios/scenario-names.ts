/** What can happen to a bill or a conversion, each as a play of the sandbox's levers and the account's own operations. */
export const SCENARIOS = [
  "exact",
  "under",
  "over",
  "late",
  "twice",
  "wrong-coin",
  "reorganised",
  "double-spent",
  "expired",
  "limit-not-met",
  "stale-price",
  "venue-refuses",
  "outcome-unknown",
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];
