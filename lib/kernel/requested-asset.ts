import {
  NETWORK_TYPES,
  type Asset,
  type Crypto,
  type CryptoAsset,
  assetOf,
  isCrypto,
  type GasAsset,
  type LedgerAsset,
  type NetworkType,
  type AssetSymbol,
} from "./assets.ts";
import { invalid } from "./errors.ts";

type Wanted<Symbol> = { asset: Symbol; networkType?: NetworkType | undefined };

/** The ledger's asset of a symbol and, for USDT, its network. Refuses with VALIDATION_FAILED a network with anything else. */
export function requestedAsset(input: Wanted<Crypto>): CryptoAsset;
export function requestedAsset(input: Wanted<AssetSymbol>): Asset;
export function requestedAsset(input: Wanted<AssetSymbol | GasAsset>): LedgerAsset;
export function requestedAsset(input: Wanted<AssetSymbol | GasAsset>): LedgerAsset {
  const { asset, networkType } = input;
  if (networkType && asset !== "USDT") throw invalid("networkType", "networkType is only allowed with asset USDT.");
  return isCrypto(asset) ? assetOf(asset, networkType) : asset;
}

/** The same, of USDT on both networks where none is named. */
export function requestedAssets(input: Wanted<AssetSymbol>): Asset[];
export function requestedAssets(input: Wanted<AssetSymbol | GasAsset>): LedgerAsset[];
export function requestedAssets(input: Wanted<AssetSymbol | GasAsset>): LedgerAsset[] {
  if (input.asset !== "USDT" || input.networkType) return [requestedAsset(input)];
  return NETWORK_TYPES.map((networkType) => assetOf("USDT", networkType));
}
