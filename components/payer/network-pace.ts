import type { Network } from "#lib/kernel/assets.ts";
import { spanText } from "#lib/i18n/times.ts";

/** What each chain aims at between two blocks, in milliseconds. */
const BLOCK_MS: Readonly<Record<Network, number>> = {
  bitcoin: 600_000,
  bitcoincash: 600_000,
  eth: 12_000,
  tron: 3_000,
};

/** How long so many confirmations of a network usually take, as it is said: `20 min`. */
export function confirmationSpan(network: Network, confirmations: number): string {
  const minutes = Math.ceil((confirmations * BLOCK_MS[network]) / 60_000);
  return spanText(minutes * 60_000);
}
