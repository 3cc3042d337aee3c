import type { Network } from "#lib/kernel/assets.ts";

/** Confirmations before a deposit is treated (rulebook 7.4). The SQL function `setting_loosens` counts by the same. */
export const CONFIRMATIONS: Readonly<Record<Network, number>> = { bitcoin: 2, bitcoincash: 6, eth: 12, tron: 20 };
