import { assetOf, type Crypto, type CryptoAsset, cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import type { getExposureEndpoint } from "./contract.ts";
import { type HedgeState, type Position, readHedges, readOpenAges, readPositions } from "./hedge-store.ts";

type Exposure = OutputOf<typeof getExposureEndpoint>;

/**
 * The house's exposure: its book's position of each crypto, above zero when it has bought more than it has sold, split by
 * the fiat it was traded in; and the hedges under way, by crypto and fiat.
 */
export async function houseExposure(
  ctx: Ctx,
): Promise<Omit<Exposure, "promises" | "limits" | "cryptos"> & { ages: Map<Crypto, number> }> {
  const positions = await readPositions(ctx.db);
  const hedges = (await readHedges(ctx.db)).filter(({ openUnits }) => openUnits > 0n);
  const assets = [...new Set(positions.map(({ asset }) => asset))];
  return {
    data: assets.map((asset) => exposureIn(asset, positions)),
    hedging: hedges.map(shownHedge),
    ages: await readOpenAges(ctx.db),
  };
}

function exposureIn(asset: CryptoAsset, positions: readonly Position[]): Exposure["data"][number] {
  const own = positions.filter((position) => position.asset === asset);
  return {
    asset: cryptoOf(asset),
    networkType: networkTypeOf(asset),
    position: amountOf(asset, sumOf(own.map(({ units }) => units))),
    byFiat: own.map(({ fiat, units }) => ({ fiat, position: amountOf(asset, units) })),
  };
}

const shownHedge = ({ base, fiat, side, openUnits }: HedgeState): Exposure["hedging"][number] => ({
  asset: base,
  fiat,
  quantity: amountOf(assetOf(base), openUnits),
  side,
});
