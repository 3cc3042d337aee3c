import {
  type Asset,
  assetOf,
  type Crypto,
  cryptoOf,
  type Fiat,
  isCrypto,
  isFiat,
  type NetworkType,
  networkTypeOf,
} from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";

/** The ledger's asset of a symbol and, for USDT, its network. Refuses a network with anything else. */
export function requestedAsset(input: { asset: Crypto | Fiat; networkType?: NetworkType | undefined }): Asset {
  const { asset, networkType } = input;
  if (networkType && asset !== "USDT") throw invalid("networkType", "networkType is only allowed with asset USDT.");
  return isCrypto(asset) ? assetOf(asset, networkType) : asset;
}

/** An asset as records show it. */
export function shownAsset(asset: Asset): { asset: Crypto | Fiat; networkType: NetworkType | undefined } {
  if (isFiat(asset)) return { asset, networkType: undefined };
  return { asset: cryptoOf(asset), networkType: networkTypeOf(asset) };
}
