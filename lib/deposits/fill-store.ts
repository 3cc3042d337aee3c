import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import { batchedReads, batchedWrites } from "#lib/kernel/batch.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { Standing } from "./treatment.ts";
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
  /** What the market paid for the quantity of a part at P at this moment, where that was known. */
  marketBid: string | undefined;
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

/**
 * What stands of the bill's Q: fees and fiat of the parts sold at P, and beside them what else of it is used up, sold under
 * P or waiting to be.
 */
export const standingAtPrice = batchedReads(async (db: Db, billIds: readonly string[]): Promise<Standing[]> => {
  const rows = await sql.standingAtPrice(db, { billIds: [...new Set(billIds)] });
  const standing = new Map(rows.map((row) => [row.bill_id, standingOf(row)]));
  return billIds.map((billId) => {
    const found = standing.get(billId);
    must(found, "each bill that is asked for has a row");
    return found;
  });
});

function standingOf({ used, units, fee, fiat }: RowOf<typeof sql.standingAtPrice>): Standing {
  const atPrice = unitsFrom(units);
  const underUnits = unitsFrom(used) - atPrice;
  must(underUnits >= 0n, "what was sold at P has used up Q");
  return { units: atPrice, feeUnits: unitsFrom(fee), fiatUnits: unitsFrom(fiat), underUnits };
}

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
