import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { Residue, ResidueSale } from "./residue.ts";

type ResidueRow = { id: string; bill_id: string; asset: CryptoAsset; units: { toFixed(): string } };

/** Unconverted crypto of treated deposits in their bills' own asset, by when it came; locked ones are told apart. */
export async function residuesOfBills(db: Db, billIds: readonly string[], locked: boolean): Promise<Residue[]> {
  const rows = await db.$queryRaw<ResidueRow[]>`
    select id, bill_id, asset, unconverted_units - locked_units as units from deposit
    where bill_id = any(${[...billIds]}::uuid[]) and not wrong_asset and status in ('CONVERTED', 'CREDITED')
      and unconverted_units > 0 and (locked_units > 0) = ${locked}
    order by created_at, id for update`;
  return rows.map((row) => ({ depositId: row.id, billId: row.bill_id, asset: row.asset, units: unitsFrom(row.units) }));
}

export async function setLocked(db: Db, depositIds: readonly string[], locked: boolean): Promise<void> {
  await db.$executeRaw`
    update deposit set locked_units = case when ${locked} then unconverted_units else 0 end, updated_at = business_now()
    where id = any(${[...depositIds]}::uuid[])`;
}

/** Moves locked crypto of deposits to converted and writes the fills, all in two statements. */
export async function insertResidueSales(db: Db, sales: readonly ResidueSale[], ids: readonly string[]): Promise<void> {
  const texts = (of: (sale: ResidueSale) => bigint | string) => sales.map((sale) => of(sale).toString());
  await db.$executeRaw`
    update deposit d set converted_units = d.converted_units + s.units - s.fee, fee_units = d.fee_units + s.fee,
      unconverted_units = d.unconverted_units - s.units, locked_units = d.locked_units - s.units,
      fiat_units = d.fiat_units + s.fiat, updated_at = business_now()
    from unnest(${texts((sale) => sale.depositId)}::uuid[], ${texts((sale) => sale.units)}::numeric[],
      ${texts((sale) => sale.feeUnits)}::numeric[], ${texts((sale) => sale.fiatUnits)}::numeric[]) s(id, units, fee, fiat)
    where d.id = s.id`;
  await db.$executeRaw`
    insert into fill (id, effect_key, deposit_id, bill_id, conversion_id, method, fee_model, quantity_units, fee_units, price,
      fiat_units, gross, price_inputs, filled_at)
    select s.id, s.effect_key, s.deposit_id, s.bill_id, s.conversion_id, 'CONVERSION', s.fee_model, s.units, s.fee, s.price,
      s.fiat, s.gross, s.price_inputs, business_now()
    from unnest(${[...ids]}::uuid[], ${texts((sale) => sale.effectKey)}::text[], ${texts((sale) => sale.depositId)}::uuid[],
      ${texts((sale) => sale.billId)}::uuid[], ${texts((sale) => sale.conversionId)}::uuid[], ${texts((sale) => sale.feeModel)}::text[],
      ${texts((sale) => sale.units)}::numeric[], ${texts((sale) => sale.feeUnits)}::numeric[],
      ${texts((sale) => sale.price.toString())}::numeric[], ${texts((sale) => sale.fiatUnits)}::numeric[],
      ${texts((sale) => sale.gross.toString())}::numeric[], ${texts((sale) => JSON.stringify(sale.priceInputs))}::jsonb[])
      s(id, effect_key, deposit_id, bill_id, conversion_id, fee_model, units, fee, price, fiat, gross, price_inputs)`;
}
