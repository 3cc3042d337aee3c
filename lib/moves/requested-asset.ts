import {
  type Asset,
  assetOf,
  type Crypto,
  cryptoOf,
  type Fiat,
  isCrypto,
  isFiat,
  isGas,
  type GasAsset,
  type LedgerAsset,
  type NetworkType,
  networkTypeOf,
} from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";

type Wanted<Symbol> = { asset: Symbol; networkType?: NetworkType | undefined };

/** The ledger's asset of a symbol and, for USDT, its network. Refuses a network with anything else. */
export function requestedAsset(input: Wanted<Crypto | Fiat>): Asset;
export function requestedAsset(input: Wanted<Crypto | Fiat | GasAsset>): LedgerAsset;
export function requestedAsset(input: Wanted<Crypto | Fiat | GasAsset>): LedgerAsset {
  const { asset, networkType } = input;
  if (networkType && asset !== "USDT") throw invalid("networkType", "networkType is only allowed with asset USDT.");
  return isCrypto(asset) ? assetOf(asset, networkType) : asset;
}

type Shown = { asset: Crypto | Fiat | GasAsset; networkType: NetworkType | undefined };

/** An asset as records show it. */
export function shownAsset(asset: Asset): { asset: Crypto | Fiat; networkType: NetworkType | undefined };
export function shownAsset(asset: LedgerAsset): Shown;
export function shownAsset(asset: LedgerAsset): Shown {
  if (isFiat(asset) || isGas(asset)) return { asset, networkType: undefined };
  return { asset: cryptoOf(asset), networkType: networkTypeOf(asset) };
}
