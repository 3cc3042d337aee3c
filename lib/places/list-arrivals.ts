import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { isFiat, type LedgerAsset, networkOf, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { ratesNow } from "#lib/pricing/worth.ts";
import type { listArrivalsEndpoint } from "./contract.ts";
import { depositsComing, movesComing, withdrawalsComing } from "./store.ts";
import { totalOfUnits, valueOfUnits } from "./worth.ts";

type Answer = OutputOf<typeof listArrivalsEndpoint>;
type Coming = Omit<Answer["data"][number], "asset" | "networkType" | "quantity" | "value"> & {
  of: LedgerAsset;
  units: bigint;
};

/** What is on its way and not where it goes to (rulebook 13.31): moves, announced withdrawals, deposits of all accounts. */
export async function listArrivals(
  ctx: Ctx,
  { in: fiat = "EUR" }: InputOf<typeof listArrivalsEndpoint>,
): Promise<Answer> {
  const coming = (await Promise.all([moves(ctx), withdrawals(ctx), deposits(ctx)])).flat();
  const rates = await ratesNow(ctx, fiat);
  return {
    in: fiat,
    ...totalOfUnits(
      coming.map(({ of, units }) => ({ asset: of, units })),
      rates,
      fiat,
    ),
    data: coming.map(({ of, units, ...rest }) => ({
      ...rest,
      ...shownAsset(of),
      quantity: amountOf(of, units),
      value: valueOfUnits({ asset: of, units }, rates, fiat),
    })),
  };
}

const moves = async (ctx: Ctx): Promise<Coming[]> =>
  (await movesComing(ctx.db)).map(({ id, from, to, asset, units, since }) => ({
    kind: "MOVE",
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    count: 1,
    since: since.getTime(),
    moveId: id,
    of: asset,
    units,
  }));

const withdrawals = async (ctx: Ctx): Promise<Coming[]> =>
  (await withdrawalsComing(ctx.db)).map(({ id, venue, asset, units, since, moveId }) => ({
    kind: "WITHDRAWAL",
    from: `venue:${venue}`,
    count: 1,
    since: since.getTime(),
    transferId: id,
    ...(moveId !== null && { moveId }),
    of: asset,
    units,
  }));

const deposits = async (ctx: Ctx): Promise<Coming[]> =>
  (await depositsComing(ctx.db)).map(({ asset, count, units, since, inBlocks }) => ({
    kind: "DEPOSITS",
    ...(isFiat(asset) ? {} : { to: `custody:${networkOf(asset)}` }),
    count,
    inBlocks,
    since: since.getTime(),
    of: asset,
    units,
  }));
