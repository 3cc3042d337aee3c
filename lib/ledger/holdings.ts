import { ASSET_SYMBOLS, type Asset, type Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { type Rates, symbolOf, worthAt } from "#lib/pricing/worth.ts";
import { ACCOUNT_BALANCES, type AccountBalance } from "./chart.ts";
import type { BalanceAt } from "./statement-store.ts";

/** An asset's balances in smallest units. */
export type Held = { asset: Asset } & Record<AccountBalance, bigint>;

/**
 * The balances just before the `nth` of the instants that the rows were read for, from 1 on; of what had moved by then.
 * Postings that wait for each other are stored in another order than their times say, so what is held shows as well.
 */
export function heldAt(rows: readonly BalanceAt[], nth: number, instant: Date): Held[] {
  const then = rows.filter((row) => row.nth === nth);
  const assets = new Set(
    then.filter(({ units, opened }) => opened < instant || units !== 0n).map(({ asset }) => asset),
  );
  return [...assets].map((asset) =>
    heldOf(asset, (kind) => then.find((row) => row.asset === asset && row.kind === kind)?.units ?? 0n),
  );
}

/** The balances of one asset, each asked for by its kind. */
export function heldOf(asset: Asset, unitsOf: (kind: AccountBalance) => bigint): Held {
  const units = Object.fromEntries(ACCOUNT_BALANCES.map((kind) => [kind, unitsOf(kind)]));
  return { asset, ...(units as Record<AccountBalance, bigint>) };
}

/** What the account has of an asset, less what it owes. */
export const holdingOf = ({ asset, pending, available, locked, reserved, owed }: Held): Decimal =>
  amountOf(asset, pending + available + locked + reserved - owed);

/**
 * What quantities are worth in all, and the assets of which there is some and no price, in the order that all lists of
 * assets have, whatever the order of the quantities: nothing is left out in silence.
 */
export function totalOf(quantities: readonly { asset: Asset; quantity: Decimal }[], rates: Rates, fiat: Fiat) {
  const unpriced = new Set<ReturnType<typeof symbolOf>>();
  let total = Decimal.ZERO;
  for (const { asset, quantity } of quantities) {
    const rate = rates.get(symbolOf(asset));
    if (rate) total = total.plus(worthAt(quantity, rate.rate, fiat));
    else if (!quantity.isZero()) unpriced.add(symbolOf(asset));
  }
  return { total, unpriced: ASSET_SYMBOLS.filter((symbol) => unpriced.has(symbol)) };
}

/** What a quantity of an asset is worth; undefined without a price. */
export function worthOfAsset(asset: Asset, quantity: Decimal, rates: Rates, fiat: Fiat): Decimal | undefined {
  const rate = rates.get(symbolOf(asset));
  return rate && worthAt(quantity, rate.rate, fiat);
}
