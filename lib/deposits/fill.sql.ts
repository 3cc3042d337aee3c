// Written from fill.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type InsertFillValues = {
  rows: string;
};
export const insertFill = command<InsertFillValues>({
  text: () => `insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, market_bid, filled_at)
select id, "effectKey", "depositId", "billId", method, "feeModel", units, "feeUnits", price, "fiatUnits", gross, "priceInputs", "marketBid", business_now()
from json_to_recordset($1::json) as f(id uuid, "effectKey" text, "depositId" uuid, "billId" uuid, method text,
  "feeModel" text, units numeric, "feeUnits" numeric, price numeric, "fiatUnits" numeric, gross numeric, "priceInputs" jsonb, "marketBid" numeric)`,
  values: ["rows"],
});

type StandingAtPriceValues = {
  billIds: readonly (string | null)[];
};
type StandingAtPriceRow = {
  bill_id: string;
  used: Decimal;
  units: Decimal;
  fee: Decimal;
  fiat: Decimal;
};
export const standingAtPrice = query<StandingAtPriceValues, StandingAtPriceRow>({
  text: () => `select b.bill_id as "bill_id", u.used as "used", p.units as "units", p.fee as "fee", p.fiat as "fiat"
from unnest($1::uuid[]) b(bill_id)
cross join lateral (select coalesce(sum(guaranteed_units), 0) as used from deposit where bill_id = b.bill_id) u
cross join lateral (
  select coalesce(sum(quantity_units), 0) as units, coalesce(sum(fee_units), 0) as fee, coalesce(sum(fiat_units), 0) as fiat
  from fill where bill_id = b.bill_id and method = 'RFQ' and reversed_at is null
) p`,
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
