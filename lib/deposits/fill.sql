-- name: insertFill
insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, price_inputs, filled_at)
select id, "effectKey", "depositId", "billId", method, "feeModel", units, "feeUnits", price, "fiatUnits", gross, "priceInputs", business_now()
from json_to_recordset(:rows::json) as f(id uuid, "effectKey" text, "depositId" uuid, "billId" uuid, method text,
  "feeModel" text, units numeric, "feeUnits" numeric, price numeric, "fiatUnits" numeric, gross numeric, "priceInputs" jsonb)

-- name: standingAtPrice
select bill_id, sum(quantity_units) as "units!", sum(fee_units) as "fee!", sum(fiat_units) as "fiat!"
from fill where bill_id = any(:billIds::uuid[]) and method = 'RFQ' and reversed_at is null group by bill_id

-- name: reverseFills
update fill set reversed_at = business_now()
where deposit_id = :depositId::uuid and reversed_at is null and method <> 'CONVERSION'
