import { assetOf, CRYPTOS, type CryptoAsset, cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { exactSetting } from "#lib/settings/setting.ts";
import type { getExposureEndpoint } from "./contract.ts";
import { exposedUnits, type HedgeState, type Position, readHedges, readPositions } from "./hedge-store.ts";

type Exposure = OutputOf<typeof getExposureEndpoint>;

/**
 * The house's exposure: its book's position of each crypto, above zero when it has bought more than it has sold, split by
 * the fiat it was traded in; the hedges under way, by crypto and fiat; and how much of the house's limits is used.
 */
export async function houseExposure(ctx: Ctx): Promise<Omit<Exposure, "promises">> {
  const positions = await readPositions(ctx.db);
  const hedges = (await readHedges(ctx.db)).filter(({ openUnits }) => openUnits > 0n);
  const assets = [...new Set(positions.map(({ asset }) => asset))];
  return {
    data: assets.map((asset) => exposureIn(asset, positions)),
    hedging: hedges.map(shownHedge),
    limits: await limitsOf(ctx),
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

/** The cryptos with a limit on what the whole house holds and promises, and how much of it is used. */
async function limitsOf(ctx: Ctx): Promise<Exposure["limits"]> {
  const settings = await settingsOf(ctx, accountOf(ctx).id);
  const limits: Exposure["limits"] = [];
  for (const asset of CRYPTOS) {
    const limit = exactSetting(settings, "houseExposureLimit", asset, "");
    if (limit) limits.push({ asset, exposed: amountOf(assetOf(asset), await exposedUnits(ctx.db, asset)), limit });
  }
  return limits;
}

const shownHedge = ({ base, fiat, openUnits }: HedgeState): Exposure["hedging"][number] => ({
  asset: base,
  fiat,
  quantity: amountOf(assetOf(base), openUnits),
});
