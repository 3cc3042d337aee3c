import { type Crypto, cryptoOf, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { maxOf, sumOf } from "#lib/kernel/money.ts";
import { readPositions } from "./hedge-store.ts";

/**
 * What the house still has to sell of a crypto against a fiat: the long position of its book, nothing when it is flat or
 * short. What is priced by quantity now is sold after it (rulebook 4.14).
 */
export async function openToHedge(ctx: Ctx, base: Crypto, fiat: Fiat): Promise<Decimal> {
  const own = (await readPositions(ctx.db)).filter(
    (position) => cryptoOf(position.asset) === base && position.fiat === fiat,
  );
  return Decimal.of(maxOf(sumOf(own.map(({ units }) => units)), 0n), scaleOf(base));
}
