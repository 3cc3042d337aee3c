/** What can happen to a bill or a conversion, played by the sandbox's controls and the account's own operations. */
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
