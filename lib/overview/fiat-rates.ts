import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { ratesNow } from "#lib/pricing/worth.ts";

/** What one whole unit of a fiat is worth in another. */
export type FiatRate = { fiat: Fiat; rate: Decimal; at: number };

/** The rates of now of every fiat that has one. */
export async function fiatRates(ctx: Ctx, fiat: Fiat): Promise<FiatRate[]> {
  const rates = await ratesNow(ctx, fiat);
  return FIATS.flatMap((one) => {
    const found = rates.get(one);
    return found ? [{ fiat: one, rate: found.rate, at: found.at.getTime() }] : [];
  });
}
