import { ASSETS } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./quality.sql.ts";

/**
 * The mid at quote is that of the quote an invoice was executed at, else that of the moment the order was placed. Orders
 * without a mid at either end count in all sums but the measured ones.
 */
export async function readExecutions(db: Db, from: Date, to: Date): Promise<ExecutionRow[]> {
  return (await sql.readExecutions(db, { from, to })).map(executionOf);
}

/** What was sold for a strategy at a venue on a day; mids are sums of quantity × mid, over the orders that have one. */
export type ExecutionRow = ReturnType<typeof executionOf>;

const executionOf = ({
  fiat_units,
  fee_units,
  at_quote,
  at_execution,
  measured_fiat,
  ...row
}: RowOf<typeof sql.readExecutions>) => ({
  ...row,
  units: unitsFrom(row.units),
  fiatUnits: unitsFrom(fiat_units),
  feeUnits: unitsFrom(fee_units),
  atQuote: decimalFrom(at_quote),
  atExecution: decimalFrom(at_execution),
  measuredFiat: decimalFrom(measured_fiat),
});

/** What came to the house's own accounts on a day, by strategy, as the ledger has it: credits above zero. */
export async function readHouseAccounts(db: Db, from: Date, to: Date): Promise<HouseRow[]> {
  return (await sql.readHouseAccounts(db, { from, to })).map(houseRowOf);
}

export type HouseRow = ReturnType<typeof houseRowOf>;

const houseRowOf = (row: RowOf<typeof sql.readHouseAccounts>) => ({
  ...row,
  asset: wordFrom(ASSETS, row.asset),
  units: unitsFrom(row.units),
});
