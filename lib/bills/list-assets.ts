import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { listAssetsEndpoint } from "#lib/settings/contract.ts";
import { CRYPTO_ASSETS, CRYPTO_FACTS, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { fiatLimits, STRATEGIES } from "./bill.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";

/** The supported cryptos and fiats: decimals, networks, confirmations, strategies and a bill's limits. */
export async function listAssets(): Promise<OutputOf<typeof listAssetsEndpoint>> {
  const cryptos = CRYPTO_ASSETS.map((asset) => {
    const { crypto, network, networkType, scale, dustUnits } = CRYPTO_FACTS[asset];
    return {
      cryptoType: crypto,
      networkType,
      network,
      decimals: scale,
      confirmations: CONFIRMATIONS[network],
      dust: amountOf(asset, dustUnits),
      strategies: STRATEGIES.filter((strategy) => strategy !== "LMT" || crypto === "USDT" || crypto === "USDC"),
      bech32: crypto === "BTC" || crypto === "BCH",
    };
  });
  const fiats = FIATS.map((fiat) => {
    const { minimumUnits, maximumUnits } = fiatLimits(fiat);
    return {
      fiat,
      decimals: scaleOf(fiat),
      minimum: amountOf(fiat, minimumUnits),
      maximum: amountOf(fiat, maximumUnits),
    };
  });
  return { cryptos, fiats };
}
