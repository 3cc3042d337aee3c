import type { Fiat } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { inSets, writesInSets } from "#lib/kernel/together.ts";

type Numeric = { toFixed(): string };

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

export const insertFill = writesInSets(async (db: Db, fills: readonly NewFill[]) => {
  const rows = fills.map(({ units, feeUnits, fiatUnits, ...fill }) => ({
    ...fill,
    units: units.toString(),
    feeUnits: feeUnits.toString(),
    fiatUnits: fiatUnits.toString(),
  }));
  await db.$executeRaw`
    insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, filled_at)
    select id, "effectKey", "depositId", "billId", method, "feeModel", units, "feeUnits", price, "fiatUnits", gross, "priceInputs", business_now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as f(id uuid, "effectKey" text, "depositId" uuid, "billId" uuid, method text,
      "feeModel" text, units numeric, "feeUnits" numeric, price numeric, "fiatUnits" numeric, gross numeric, "priceInputs" jsonb)`;
});

type StandingRow = { bill_id: string; units: Numeric; fee: Numeric; fiat: Numeric };
const NOTHING_STANDS = { units: 0n, feeUnits: 0n, fiatUnits: 0n };

/** ΣE, fees and fiat at P over the bill's standing parts. */
export const standingAtPrice = inSets(async (db: Db, billIds: readonly string[]) => {
  const rows = await db.$queryRaw<StandingRow[]>`
    select bill_id, sum(quantity_units) as units, sum(fee_units) as fee, sum(fiat_units) as fiat
    from fill where bill_id = any(${[...billIds]}::uuid[]) and method = 'RFQ' and reversed_at is null group by bill_id`;
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
  const rows = await db.$queryRaw<
    {
      id: string;
      effect_key: string;
      method: string;
      fiat: Fiat;
      quantity_units: Numeric;
      fee_units: Numeric;
      fiat_units: Numeric;
    }[]
  >`
    select f.*, b.fiat from fill f join bill b on b.id = f.bill_id
    where f.deposit_id = ${depositId}::uuid and f.reversed_at is null order by f.filled_at, f.id`;
  return rows.map((row) => ({
    fiat: row.fiat,
    id: row.id,
    effectKey: row.effect_key,
    method: row.method,
    units: unitsFrom(row.quantity_units),
    feeUnits: unitsFrom(row.fee_units),
    fiatUnits: unitsFrom(row.fiat_units),
  }));
}

export async function reverseFills(db: Db, depositId: string): Promise<void> {
  await db.$executeRaw`update fill set reversed_at = business_now()
    where deposit_id = ${depositId}::uuid and reversed_at is null and method <> 'CONVERSION'`;
}
