import { ASSETS, CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { SIDES } from "./venue.ts";
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

/** Which orders of a period: those into one fiat, narrowed as far as is said; below an id where one is given. */
export type SoldQuery = Parameters<typeof sql.soldOrders>[1];

/** The newest of them. */
export async function soldOrders(db: Db, query: SoldQuery): Promise<SoldOrder[]> {
  return (await sql.soldOrders(db, query)).map(soldOrderOf);
}

export type SoldOrder = ReturnType<typeof soldOrderOf>;

const soldOrderOf = ({ fiat_units, fee_units, measured_fiat, ...row }: RowOf<typeof sql.soldOrders>) => ({
  ...row,
  base: wordFrom(CRYPTOS, row.base),
  fiat: wordFrom(FIATS, row.fiat),
  side: wordFrom(SIDES, row.side),
  units: unitsFrom(row.units),
  fiatUnits: unitsFrom(fiat_units),
  feeUnits: unitsFrom(fee_units),
  midQuote: row.mid_quote === null ? undefined : decimalFrom(row.mid_quote),
  midExecution: row.mid_execution === null ? undefined : decimalFrom(row.mid_execution),
  atQuote: row.at_quote === null ? undefined : decimalFrom(row.at_quote),
  atExecution: row.at_execution === null ? undefined : decimalFrom(row.at_execution),
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
