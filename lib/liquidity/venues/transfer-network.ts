import { type Asset, assetOf, isFiat, type AssetSymbol } from "#lib/kernel/assets.ts";

/**
 * The ledger's asset of what moved to a venue or from it, by the words the venue has for the network. A venue knows one
 * USDT: what it says of no network we deal in is counted as on eth, and no move is expected to go that way.
 */
export function transferAsset(symbol: AssetSymbol, network: string): Asset {
  if (isFiat(symbol)) return symbol;
  return symbol === "USDT" && /TRC|TRON|TRX/i.test(network) ? "USDT@tron" : assetOf(symbol);
}

/** Whether a venue's name of a way to deposit is of an asset's network. */
export function isOfNetwork(asset: Asset, method: string): boolean {
  if (asset === "USDT@tron") return /TRC|TRON|TRX/i.test(method);
  if (asset === "USDT@eth" || asset === "USDC@eth") return /ERC ?-?20|\bETH/i.test(method);
  return !/lightning/i.test(method);
}
