import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import { houseLimits, housePromises, promisesOf } from "#lib/bills/open-promises.ts";
import { assetOf, type Crypto } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseExposure } from "#lib/liquidity/exposure.ts";

type Exposure = OutputOf<typeof getExposureEndpoint>;
const NOTHING = Decimal.of(0n, 0);

/** The house's exposure: what it promises, holds and hedges of each crypto, and what the account's bills promise of it. */
export async function getExposure(ctx: Ctx): Promise<Exposure> {
  const { data, hedging, ages } = await houseExposure(ctx);
  const limits = await houseLimits(ctx);
  const cryptos = (await housePromises(ctx)).map(({ crypto, ...units }) => {
    const amount = (of: bigint) => amountOf(assetOf(crypto), of);
    const book = sumOf(crypto, data, ({ position }) => position);
    const hedged = sumOf(crypto, hedging, ({ quantity }) => quantity);
    return {
      asset: crypto,
      promised: amount(units.promised),
      seen: amount(units.seen),
      held: amount(units.held),
      hedged,
      open: book.minus(hedged),
      limit: limits.find(({ asset }) => asset === crypto)?.limit,
      ...(ages.has(crypto) && { ageMs: Math.max(0, Math.round(ages.get(crypto) ?? 0)) }),
    };
  });
  return { data, hedging, cryptos, promises: await promisesOf(ctx), limits };
}

function sumOf<T extends { asset: Crypto }>(crypto: Crypto, rows: readonly T[], of: (row: T) => Decimal): Decimal {
  return rows.filter(({ asset }) => asset === crypto).reduce((sum, row) => sum.plus(of(row)), NOTHING);
}
