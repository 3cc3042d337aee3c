import type { Out } from "#lib/contract/out.ts";
import { promisesOf } from "#lib/bills/open-promises.ts";
import { CRYPTOS, type Fiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { readiness, type ReadyChain } from "#lib/health/readiness.ts";
import { fiatRates } from "./fiat-rates.ts";
import { fillingOf } from "./filling.ts";
import type { GetOverview, getOverviewEndpoint } from "./contract.ts";
import { overviewJson } from "./overview-store.ts";

/** What the account holds and risks, with the prices of now and how the program's connections stand. */
export async function getOverview(ctx: Ctx, query: GetOverview): Promise<Out<typeof getOverviewEndpoint>> {
  const account = accountOf(ctx);
  const now = await ctx.now();
  const fiat = query.fiat ?? "EUR";
  const [promises, facts, state, prices, rates, filling] = await Promise.all([
    promisesOf(ctx),
    overviewJson(ctx.db, account.id, now),
    readiness(ctx),
    pricesIn(ctx, fiat, now),
    fiatRates(ctx, fiat),
    fillingOf(ctx),
  ]);
  return {
    at: now.getTime(),
    fiat,
    prices,
    rates,
    limits: promises.flatMap(({ fiat: one, limit }) => (limit ? [{ fiat: one, limit }] : [])),
    filling,
    connections: { worker: state.worker, chains: state.chains.map(exactHeights) },
    facts,
  };
}

/** The fresh bid of each crypto; a pair without one is left out, never shown old. */
async function pricesIn(ctx: Ctx, fiat: Fiat, now: Date) {
  const found = await Promise.all(CRYPTOS.map((crypto) => findReference(ctx.app, crypto, fiat, now)));
  return found.flatMap((reference) =>
    reference
      ? [
          {
            cryptoType: reference.base,
            bid: reference.bid,
            at: oldest(reference.samples),
            count: reference.samples.length,
          },
        ]
      : [],
  );
}

/** Heights are exact numbers here, as this record has always had them. */
const exactHeights = ({ height, lag, completeTo, ...chain }: ReadyChain) => ({
  ...chain,
  height: Decimal.from(height),
  lag: Decimal.from(lag),
  completeTo: Decimal.from(completeTo),
});

const oldest = (samples: readonly { at: Date }[]): number => Math.min(...samples.map(({ at }) => at.getTime()));
