/** How the simulated venue can misbehave. */
export const FAULTS = ["none", "reject", "timeout-after-accept", "timeout-before-accept", "partial", "slow"] as const;
