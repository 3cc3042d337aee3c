// Written from unconverted-balance.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type UnconvertedBalancesOfBillsValues = {
  billIds: readonly (string | null)[];
  locked: boolean;
};
type UnconvertedBalancesOfBillsRow = {
  id: string;
  bill_id: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  units: Decimal;
};
export const unconvertedBalancesOfBills = query<UnconvertedBalancesOfBillsValues, UnconvertedBalancesOfBillsRow>({
  text: () => `select id, bill_id, asset, unconverted_units - locked_units - reserved_units as "units" from deposit
where bill_id = any($1::uuid[]) and not wrong_asset and status in ('CONVERTED', 'CREDITED')
  and unconverted_units > reserved_units and (locked_units > 0) = $2 and ($2 or reversal_due_at is null)
order by created_at, id for update`,
  values: ["billIds", "locked"],
});

type SetLockedValues = {
  locked: boolean;
  depositIds: readonly (string | null)[];
};
export const setLocked = command<SetLockedValues>({
  text: () => `update deposit set locked_units = case when $1 then unconverted_units - reserved_units else 0 end, updated_at = business_now()
where id = any($2::uuid[])`,
  values: ["locked", "depositIds"],
});

type ApplySalesValues = {
  depositIds: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  feeUnits: readonly (bigint | string | null)[];
  fiatUnits: readonly (bigint | string | null)[];
};
export const applySales = command<ApplySalesValues>({
  text: () => `update deposit d set converted_units = d.converted_units + s.units - s.fee, fee_units = d.fee_units + s.fee,
  unconverted_units = d.unconverted_units - s.units, locked_units = d.locked_units - s.units,
  fiat_units = d.fiat_units + s.fiat, updated_at = business_now()
from unnest($1::uuid[], $2::numeric[],
  $3::numeric[], $4::numeric[]) s(id, units, fee, fiat)
where d.id = s.id`,
  values: ["depositIds", "units", "feeUnits", "fiatUnits"],
});

type InsertFillsValues = {
  ids: readonly (string | null)[];
  effectKeys: readonly (string | null)[];
  depositIds: readonly (string | null)[];
  billIds: readonly (string | null)[];
  conversionIds: readonly (string | null)[];
  feeModels: readonly (string | null)[];
  units: readonly (bigint | string | null)[];
  feeUnits: readonly (bigint | string | null)[];
  prices: readonly (bigint | string | null)[];
  fiatUnits: readonly (bigint | string | null)[];
  gross: readonly (bigint | string | null)[];
  priceInputs: readonly (string | null)[];
};
export const insertFills = command<InsertFillsValues>({
  text: () => `insert into fill (id, effect_key, deposit_id, bill_id, conversion_id, method, fee_model, quantity_units, fee_units, price,
  fiat_units, gross, price_inputs, filled_at)
select s.id, s.effect_key, s.deposit_id, s.bill_id, s.conversion_id, 'CONVERSION', s.fee_model, s.units, s.fee, s.price,
  s.fiat, s.gross, s.price_inputs, business_now()
from unnest($1::uuid[], $2::text[], $3::uuid[],
  $4::uuid[], $5::uuid[], $6::text[],
  $7::numeric[], $8::numeric[],
  $9::numeric[], $10::numeric[],
  $11::numeric[], $12::jsonb[])
  s(id, effect_key, deposit_id, bill_id, conversion_id, fee_model, units, fee, price, fiat, gross, price_inputs)`,
  values: [
    "ids",
    "effectKeys",
    "depositIds",
    "billIds",
    "conversionIds",
    "feeModels",
    "units",
    "feeUnits",
    "prices",
    "fiatUnits",
    "gross",
    "priceInputs",
  ],
});
