-- name: insertFill
insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, market_bid, filled_at)
select id, "effectKey", "depositId", "billId", method, "feeModel", units, "feeUnits", price, "fiatUnits", gross, "priceInputs", "marketBid", business_now()
from json_to_recordset(:rows::json) as f(id uuid, "effectKey" text, "depositId" uuid, "billId" uuid, method text,
  "feeModel" text, units numeric, "feeUnits" numeric, price numeric, "fiatUnits" numeric, gross numeric, "priceInputs" jsonb, "marketBid" numeric)

-- name: standingAtPrice
select b.bill_id as "bill_id!", u.used as "used!", p.units as "units!", p.fee as "fee!", p.fiat as "fiat!"
from unnest(:billIds::uuid[]) b(bill_id)
cross join lateral (select coalesce(sum(guaranteed_units), 0) as used from deposit where bill_id = b.bill_id) u
cross join lateral (
  select coalesce(sum(quantity_units), 0) as units, coalesce(sum(fee_units), 0) as fee, coalesce(sum(fiat_units), 0) as fiat
  from fill where bill_id = b.bill_id and method = 'RFQ' and reversed_at is null
) p

-- name: reverseFills
update fill set reversed_at = business_now()
where deposit_id = :depositId::uuid and reversed_at is null and method <> 'CONVERSION'
