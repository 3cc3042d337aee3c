import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { UnconvertedBalance, UnconvertedBalanceSale } from "./unconverted-balance.ts";
import * as sql from "./unconverted-balance.sql.ts";

/**
 * Unconverted crypto of treated deposits in their bills' own asset, by when it came; locked ones are listed separately.
 */
export async function unconvertedBalancesOfBills(
  db: Db,
  billIds: readonly string[],
  locked: boolean,
): Promise<UnconvertedBalance[]> {
  const rows = await sql.unconvertedBalancesOfBills(db, { billIds, locked });
  return rows.map((row) => ({ depositId: row.id, billId: row.bill_id, asset: row.asset, units: unitsFrom(row.units) }));
}

export async function setLocked(db: Db, depositIds: readonly string[], locked: boolean): Promise<void> {
  await sql.setLocked(db, { locked, depositIds });
}

/** Moves locked crypto of deposits to converted and writes the fills, all in two statements. */
export async function insertUnconvertedBalanceSales(
  db: Db,
  sales: readonly UnconvertedBalanceSale[],
  ids: readonly string[],
): Promise<void> {
  const texts = (of: (sale: UnconvertedBalanceSale) => bigint | string) => sales.map((sale) => of(sale).toString());
  await sql.applySales(db, {
    depositIds: texts((sale) => sale.depositId),
    units: texts((sale) => sale.units),
    feeUnits: texts((sale) => sale.feeUnits),
    fiatUnits: texts((sale) => sale.fiatUnits),
  });
  await sql.insertFills(db, {
    ids,
    effectKeys: texts((sale) => sale.effectKey),
    depositIds: texts((sale) => sale.depositId),
    billIds: texts((sale) => sale.billId),
    conversionIds: texts((sale) => sale.conversionId),
    feeModels: texts((sale) => sale.feeModel),
    units: texts((sale) => sale.units),
    feeUnits: texts((sale) => sale.feeUnits),
    prices: texts((sale) => sale.price.toString()),
    fiatUnits: texts((sale) => sale.fiatUnits),
    gross: texts((sale) => sale.gross.toString()),
    priceInputs: texts((sale) => JSON.stringify(sale.priceInputs)),
  });
}
