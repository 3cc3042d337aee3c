import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { listAssetsEndpoint } from "#lib/settings/contract.ts";
import { CRYPTO_ASSETS, CRYPTO_FACTS, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf, minOf } from "#lib/kernel/money.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { fiatLimits, STRATEGIES } from "./bill.ts";
import { accountLimit } from "./promise-limits.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";

/**
 * The supported cryptos and fiats: decimals, networks, confirmations, strategies and a bill's limits; the largest bill is
 * never above the account's limit on live promises.
 */
export async function listAssets(ctx: Ctx): Promise<OutputOf<typeof listAssetsEndpoint>> {
  const from = { mode: ctx.app.mode, settings: await settingsOf(ctx, accountOf(ctx).id), bids: {} };
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
    const limitUnits = accountLimit(from, fiat)?.floorUnits(scaleOf(fiat)) ?? maximumUnits;
    return {
      fiat,
      decimals: scaleOf(fiat),
      minimum: amountOf(fiat, minimumUnits),
      maximum: amountOf(fiat, minOf(limitUnits, maximumUnits)),
    };
  });
  return { cryptos, fiats };
}
