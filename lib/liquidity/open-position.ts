import { type Crypto, cryptoOf, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { maxOf, sumOf } from "#lib/kernel/money.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { settingFor } from "#lib/settings/setting.ts";
import { lockSale, type Position, readToHedge } from "./hedge-store.ts";

/** A position to be hedged; one at sight is bought back where it is short. */
export type ToHedge = Position & { isAtSight: boolean };

/**
 * What the house has to sell of each position, below zero what to buy back: its book, and where the pair is hedged at
 * sight what payments in sight will add to it (rulebook 13.15). Book and payments are read in one statement, so that a
 * payment is never in both.
 */
export async function positionsToHedge(ctx: Ctx): Promise<ToHedge[]> {
  const settings = await houseSettings(ctx);
  const atSight = Object.entries(settings.house).some(
    ([name, value]) => name.startsWith("hedgeAt") && value === "SEEN",
  );
  return (await readToHedge(ctx.db, atSight)).map(({ asset, fiat, units, seen }) => {
    const isAtSight = settingFor(settings, "hedgeAt", cryptoOf(asset), fiat) === "SEEN";
    return { asset, fiat, units: isAtSight ? units + seen : units, isAtSight };
  });
}

/**
 * What the house still has to sell of a crypto against a fiat, nothing when it has sold enough. What is priced by quantity
 * now is sold after it (rulebook 4.14).
 */
export async function openToHedge(ctx: Ctx, base: Crypto, fiat: Fiat): Promise<Decimal> {
  const own = (await positionsToHedge(ctx)).filter(
    (position) => cryptoOf(position.asset) === base && position.fiat === fiat,
  );
  return Decimal.of(maxOf(sumOf(own.map(({ units }) => units)), 0n), scaleOf(base));
}

/**
 * Holds the pair's turn to sell by quantity until the transaction ends, so that no stretch of the book is sold twice. It
 * is taken before anything is posted: who holds it waits for the ledger's accounts.
 */
export const takeTurnToSell = (ctx: Ctx, base: Crypto, fiat: Fiat): Promise<void> => lockSale(ctx.db, base, fiat);

/** {@link openToHedge} for what is sold in this transaction: with all that was sold by quantity before. */
export async function openInTurn(ctx: Ctx, base: Crypto, fiat: Fiat): Promise<Decimal> {
  await takeTurnToSell(ctx, base, fiat);
  return openToHedge(ctx, base, fiat);
}
