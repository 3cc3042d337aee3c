import { CRYPTO_ASSETS, cryptoOf, type Network, networkOf } from "#lib/kernel/assets.ts";

/** Confirmations before a deposit is treated (rulebook 7.4). The SQL function `setting_loosens` counts by the same. */
export const CONFIRMATIONS: Readonly<Record<Network, number>> = { bitcoin: 2, bitcoincash: 6, eth: 12, tron: 20 };

/** The most of the crypto's networks; of all of them where it is none, as in `confirmations` or `confirmations.EUR`. */
export function standardConfirmations(crypto: string): number {
  const named = CRYPTO_ASSETS.filter((asset) => cryptoOf(asset) === crypto);
  return Math.max(...(named.length > 0 ? named : CRYPTO_ASSETS).map((asset) => CONFIRMATIONS[networkOf(asset)]));
}
