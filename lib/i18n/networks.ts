import { CRYPTO_ASSETS, type Crypto, cryptoOf, NETWORKS, type Network, networkOf } from "#lib/kernel/assets.ts";

/** The networks' own names, which no language translates. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  bitcoin: "Bitcoin",
  bitcoincash: "Bitcoin Cash",
  eth: "Ethereum",
  tron: "Tron",
};

const isNetwork = (text: string): text is Network => NETWORKS.some((one) => one === text);

/** `eth` as a person reads it; anything else as it is. */
export const networkName = (network: string): string => (isNetwork(network) ? NETWORK_NAMES[network] : network);

/** An asset, and the network it is on where a symbol lives on several: `USDT Tron`. */
export const assetText = ({ asset, networkType }: { asset: string; networkType?: string | undefined }): string =>
  networkType ? `${asset} ${networkName(networkType)}` : asset;

/** The networks that a crypto is taken on, as a person reads them. */
export const networksOf = (crypto: Crypto): string =>
  CRYPTO_ASSETS.filter((asset) => cryptoOf(asset) === crypto)
    .map((asset) => NETWORK_NAMES[networkOf(asset)])
    .join(", ");
