import { type Asset, type Crypto, type Fiat, ASSETS } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import * as sql from "./quality.sql.ts";

/** What was sold for a strategy at a venue on a day; mids are sums of quantity × mid, over the orders that have one. */
export type ExecutionRow = {
  day: string;
  strategy: string;
  venue: string;
  base: Crypto;
  fiat: Fiat;
  orders: number;
  trades: number;
  units: bigint;
  fiatUnits: bigint;
  feeUnits: bigint;
  atQuote: Decimal;
  atExecution: Decimal;
  measuredFiat: Decimal;
};

/**
 * The mid at quote is that of the quote an invoice was executed at, else that of the moment the order was placed. Orders
 * without a mid at either end count in all sums but the measured ones.
 */
export async function readExecutions(db: Db, from: Date, to: Date): Promise<ExecutionRow[]> {
  const rows = await sql.readExecutions(db, { from, to });
  return rows.map(({ fiat_units, fee_units, at_quote, at_execution, measured_fiat, ...row }) => ({
    ...row,
    units: unitsFrom(row.units),
    fiatUnits: unitsFrom(fiat_units),
    feeUnits: unitsFrom(fee_units),
    atQuote: decimalFrom(at_quote),
    atExecution: decimalFrom(at_execution),
    measuredFiat: decimalFrom(measured_fiat),
  }));
}

/** What came to the house's own accounts on a day, by strategy, as the ledger has it: credits above zero. */
export type HouseRow = { day: string; strategy: string; account: string; event: string; asset: Asset; units: bigint };

export async function readHouseAccounts(db: Db, from: Date, to: Date): Promise<HouseRow[]> {
  const rows = await sql.readHouseAccounts(db, { from, to });
  return rows.map((row) => ({ ...row, asset: wordFrom(ASSETS, row.asset), units: unitsFrom(row.units) }));
}
