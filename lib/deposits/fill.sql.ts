// Written from fill.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type InsertFillValues = {
  rows: string;
};
export const insertFill = command<InsertFillValues>({
  text: () => `insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, filled_at)
select id, "effectKey", "depositId", "billId", method, "feeModel", units, "feeUnits", price, "fiatUnits", gross, "priceInputs", business_now()
from json_to_recordset($1::json) as f(id uuid, "effectKey" text, "depositId" uuid, "billId" uuid, method text,
  "feeModel" text, units numeric, "feeUnits" numeric, price numeric, "fiatUnits" numeric, gross numeric, "priceInputs" jsonb)`,
  values: ["rows"],
});

type StandingAtPriceValues = {
  billIds: readonly (string | null)[];
};
type StandingAtPriceRow = {
  bill_id: string;
  units: Decimal;
  fee: Decimal;
  fiat: Decimal;
};
export const standingAtPrice = query<StandingAtPriceValues, StandingAtPriceRow>({
  text: () => `select bill_id, sum(quantity_units) as "units", sum(fee_units) as "fee", sum(fiat_units) as "fiat"
from fill where bill_id = any($1::uuid[]) and method = 'RFQ' and reversed_at is null group by bill_id`,
  values: ["billIds"],
});

type ReverseFillsValues = {
  depositId: string;
};
export const reverseFills = command<ReverseFillsValues>({
  text: () => `update fill set reversed_at = business_now()
where deposit_id = $1::uuid and reversed_at is null and method <> 'CONVERSION'`,
  values: ["depositId"],
});
