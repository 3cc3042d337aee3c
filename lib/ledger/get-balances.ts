import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { getBalancesEndpoint } from "./contract.ts";
import { type Fiat, shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { mustHavePassed } from "#lib/kernel/periods.ts";
import { type Rates, ratesAt, ratesNow, symbolOf } from "#lib/pricing/worth.ts";
import { type Held, heldAt, heldOf, holdingOf, totalOf, worthOfAsset } from "./holdings.ts";
import { balancesOf, balancesAt } from "./statement-store.ts";

type Query = InputOf<typeof getBalancesEndpoint>;

/**
 * What the account has with the house, one line for each asset that ever moved: now, or as the ledger had it just before
 * an instant (rulebook 8.12), valued in one fiat where that is asked for. Refuses an instant that has not come.
 */
export async function getBalances(
  ctx: Ctx,
  { at, in: fiat }: Query = {},
): Promise<OutputOf<typeof getBalancesEndpoint>> {
  if (at !== undefined) await mustHavePassed(ctx, "at", at);
  const held = at === undefined ? await heldNow(ctx) : heldAt(await balancesThen(ctx, [at]), 1, at);
  if (fiat === undefined) return { data: held.map(recordOf) };
  const rates = await ratesOf(ctx, fiat, at);
  return {
    data: held.map((one) => ({ ...recordOf(one), ...worthOf(one, rates, fiat) })),
    in: fiat,
    ...totalOf(held.map(quantityOf), rates, fiat),
  };
}

export const balancesThen = (ctx: Ctx, instants: readonly Date[]) => balancesAt(ctx.db, accountOf(ctx).id, instants);
export const quantityOf = (held: Held) => ({ asset: held.asset, quantity: holdingOf(held) });

/** The rates of an instant that has passed, or of now. */
export async function ratesOf(ctx: Ctx, fiat: Fiat, at: Date | undefined): Promise<Rates> {
  if (at === undefined) return ratesNow(ctx, fiat);
  const [rates] = await ratesAt(ctx, fiat, [at]);
  return rates ?? new Map();
}

async function heldNow(ctx: Ctx): Promise<Held[]> {
  const rows = await balancesOf(ctx.db, accountOf(ctx).id);
  return [...new Set(rows.map(({ asset }) => asset))].map((asset) =>
    heldOf(asset, (kind) => rows.find((row) => row.asset === asset && row.kind === kind)?.units ?? 0n),
  );
}

function recordOf({ asset, ...held }: Held) {
  return {
    ...shownAsset(asset),
    pending: amountOf(asset, held.pending),
    available: amountOf(asset, held.available),
    locked: amountOf(asset, held.locked),
    reserved: amountOf(asset, held.reserved),
    owed: amountOf(asset, held.owed),
  };
}

function worthOf(held: Held, rates: Rates, fiat: Fiat) {
  const [holding, rate] = [holdingOf(held), rates.get(symbolOf(held.asset))];
  return {
    holding,
    ...(rate && {
      rate: rate.rate,
      rateTime: rate.at.getTime(),
      value: worthOfAsset(held.asset, holding, rates, fiat),
    }),
  };
}
