/** How the simulated venue can misbehave. */
export const FAULTS = [
  "none",
  "reject",
  "timeout-after-accept",
  "timeout-before-accept",
  "partial",
  "slow",
  "insufficient-funds",
  "clock-ahead",
  "thin",
] as const;
