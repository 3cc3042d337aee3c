import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import * as sql from "./fill.sql.ts";

export type NewFill = {
  id: string;
  effectKey: string;
  depositId: string;
  billId: string;
  method: "RFQ" | "FRESH" | "MARKET";
  feeModel: string;
  units: bigint;
  feeUnits: bigint;
  price: string;
  fiatUnits: bigint;
  gross: string;
  priceInputs: unknown;
};

export const insertFill = batchedWrites(async (db: Db, fills: readonly NewFill[]) => {
  const rows = fills.map(({ units, feeUnits, fiatUnits, ...fill }) => ({
    ...fill,
    units: units.toString(),
    feeUnits: feeUnits.toString(),
    fiatUnits: fiatUnits.toString(),
  }));
  await sql.insertFill(db, { rows: JSON.stringify(rows) });
});

const NOTHING_STANDS = { units: 0n, feeUnits: 0n, fiatUnits: 0n };

/** ΣE, fees and fiat at P over the bill's standing parts. */
export const standingAtPrice = batchedReads(async (db: Db, billIds: readonly string[]) => {
  const rows = await sql.standingAtPrice(db, { billIds });
  const standing = new Map(
    rows.map((row) => [
      row.bill_id,
      { units: unitsFrom(row.units), feeUnits: unitsFrom(row.fee), fiatUnits: unitsFrom(row.fiat) },
    ]),
  );
  return billIds.map((billId) => standing.get(billId) ?? NOTHING_STANDS);
});

export type StandingFill = {
  id: string;
  effectKey: string;
  method: string;
  fiat: Fiat;
  units: bigint;
  feeUnits: bigint;
  fiatUnits: bigint;
};

export async function standingFills(db: Db, depositId: string): Promise<StandingFill[]> {
  const rows = await db.fill.findMany({
    include: { bill: { select: { fiat: true } } },
    where: { depositId, reversedAt: null },
    orderBy: [{ filledAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ bill, ...fill }) => ({
    fiat: wordFrom(FIATS, bill.fiat),
    id: fill.id,
    effectKey: fill.effectKey,
    method: fill.method,
    units: unitsFrom(fill.quantityUnits),
    feeUnits: unitsFrom(fill.feeUnits),
    fiatUnits: unitsFrom(fill.fiatUnits),
  }));
}

export async function reverseFills(db: Db, depositId: string): Promise<void> {
  await sql.reverseFills(db, { depositId });
}
