import { CRYPTO_ASSETS, CRYPTO_OF, FIATS, GAS_ASSETS, NETWORK_TYPE_OF, SCALE_OF } from "./sql-facts.ts";

export { CRYPTO_ASSETS, FIATS, GAS_ASSETS };

/** Cryptos, networks, fiats and the ledger's assets (rulebook 1.3, 8.1). Scales are decimals of the smallest unit. */
export const CRYPTOS = ["BTC", "BCH", "USDT", "USDC"] as const;
export type Crypto = (typeof CRYPTOS)[number];

export const NETWORKS = ["bitcoin", "bitcoincash", "eth", "tron"] as const;
export type Network = (typeof NETWORKS)[number];

export const NETWORK_TYPES = ["eth", "tron"] as const;
export type NetworkType = (typeof NETWORK_TYPES)[number];

export type Fiat = (typeof FIATS)[number];

/** What a person calls an asset by: a crypto whatever its network, or a fiat. */
export const ASSET_SYMBOLS = [...CRYPTOS, ...FIATS] as const;
export type AssetSymbol = (typeof ASSET_SYMBOLS)[number];

/** A crypto on one network, as the ledger counts it. */
export type CryptoAsset = (typeof CRYPTO_ASSETS)[number];

export const ASSETS = [...CRYPTO_ASSETS, ...FIATS] as const;
export type Asset = (typeof ASSETS)[number];

/** What pays for transactions of tokens, of the house alone: no account has any, and nothing is bought or sold of it. */
export type GasAsset = (typeof GAS_ASSETS)[number];

/** All that the ledger counts. */
export const LEDGER_ASSETS = [...ASSETS, ...GAS_ASSETS] as const;
export type LedgerAsset = (typeof LEDGER_ASSETS)[number];

/** What records call an asset of the ledger by, gas among them. */
export const LEDGER_SYMBOLS = [...ASSET_SYMBOLS, ...GAS_ASSETS] as const;

/** What lies in custody. */
export const CUSTODY_ASSETS = [...CRYPTO_ASSETS, ...GAS_ASSETS] as const;
export type CustodyAsset = (typeof CUSTODY_ASSETS)[number];

/** `chainScale`: decimals of the chain's own smallest unit, of which the ledger's has at least one. */
type GasFacts = { network: NetworkType; scale: number; chainScale: number };

export const GAS_FACTS: Record<GasAsset, GasFacts> = {
  ETH: { network: "eth", scale: SCALE_OF.ETH, chainScale: 18 },
  TRX: { network: "tron", scale: SCALE_OF.TRX, chainScale: 6 },
};

type CryptoFacts = {
  crypto: Crypto;
  network: Network;
  networkType?: NetworkType;
  scale: number;
  /** Smallest deposit that is not dust, in units (rulebook 7.11). */
  dustUnits: bigint;
};

const factsOf = (asset: CryptoAsset, network: Network, dustUnits: bigint): CryptoFacts => {
  const networkType = (NETWORK_TYPE_OF as Partial<Record<CryptoAsset, NetworkType>>)[asset];
  return {
    crypto: CRYPTO_OF[asset],
    network,
    ...(networkType && { networkType }),
    scale: SCALE_OF[asset],
    dustUnits,
  };
};

export const CRYPTO_FACTS: Record<CryptoAsset, CryptoFacts> = {
  BTC: factsOf("BTC", "bitcoin", 546n),
  BCH: factsOf("BCH", "bitcoincash", 546n),
  "USDT@eth": factsOf("USDT@eth", "eth", 10_000n),
  "USDT@tron": factsOf("USDT@tron", "tron", 10_000n),
  "USDC@eth": factsOf("USDC@eth", "eth", 10_000n),
};

export const isFiat = (symbol: string): symbol is Fiat => (FIATS as readonly string[]).includes(symbol);
export const isCrypto = (symbol: string): symbol is Crypto => (CRYPTOS as readonly string[]).includes(symbol);
export const isCryptoAsset = (asset: string): asset is CryptoAsset =>
  (CRYPTO_ASSETS as readonly string[]).includes(asset);

export const isGas = (asset: string): asset is GasAsset => (GAS_ASSETS as readonly string[]).includes(asset);

/** What pays for transactions on a network; undefined where it is the crypto itself. */
export const gasOf = (network: Network): GasAsset | undefined =>
  GAS_ASSETS.find((asset) => GAS_FACTS[asset].network === network);

/** A chain of accounts: what a transaction pays there is known by its block alone, and may be something else in another. */
export const isOfAccounts = (network: Network): boolean => gasOf(network) !== undefined;

/** Decimals of an asset's, a crypto's or a fiat's smallest unit. */
export function scaleOf(asset: LedgerAsset | Crypto): number {
  return SCALE_OF[isCrypto(asset) && !isCryptoAsset(asset) ? assetOf(asset) : asset];
}

/** The ledger asset of a crypto; `networkType` counts for USDT only and defaults to `eth`. */
export function assetOf(crypto: Crypto, networkType?: NetworkType): CryptoAsset {
  if (crypto === "USDT") return networkType === "tron" ? "USDT@tron" : "USDT@eth";
  return crypto === "USDC" ? "USDC@eth" : crypto;
}

export const networkOf = (asset: CustodyAsset): Network =>
  isGas(asset) ? GAS_FACTS[asset].network : CRYPTO_FACTS[asset].network;
export const cryptoOf = (asset: CryptoAsset): Crypto => CRYPTO_OF[asset];

/** The `networkType` a record shows: for USDT only (rulebook 5.12). */
export const networkTypeOf = (asset: CryptoAsset): NetworkType | undefined => CRYPTO_FACTS[asset].networkType;

type Shown<Symbol> = { asset: Symbol; networkType: NetworkType | undefined };

/** An asset as records show it: its symbol, and the network of USDT. */
export function shownAsset(asset: Asset): Shown<AssetSymbol>;
export function shownAsset(asset: LedgerAsset): Shown<AssetSymbol | GasAsset>;
export function shownAsset(asset: LedgerAsset): Shown<AssetSymbol | GasAsset> {
  if (isFiat(asset) || isGas(asset)) return { asset, networkType: undefined };
  return { asset: cryptoOf(asset), networkType: networkTypeOf(asset) };
}
