-- name: unconvertedBalancesOfBills
select id, bill_id, asset, unconverted_units - locked_units - reserved_units as "units!" from deposit
where bill_id = any(:billIds::uuid[]) and not wrong_asset and status in ('CONVERTED', 'CREDITED')
  and unconverted_units > reserved_units and (locked_units > 0) = :locked and (:locked or reversal_due_at is null)
order by created_at, id for update

-- name: setLocked
update deposit set locked_units = case when :locked then unconverted_units - reserved_units else 0 end, updated_at = business_now()
where id = any(:depositIds::uuid[])

-- name: applySales
update deposit d set converted_units = d.converted_units + s.units - s.fee, fee_units = d.fee_units + s.fee,
  unconverted_units = d.unconverted_units - s.units, locked_units = d.locked_units - s.units,
  fiat_units = d.fiat_units + s.fiat, updated_at = business_now()
from unnest(:depositIds::uuid[], :units::numeric[],
  :feeUnits::numeric[], :fiatUnits::numeric[]) s(id, units, fee, fiat)
where d.id = s.id

-- name: insertFills
insert into fill (id, effect_key, deposit_id, bill_id, conversion_id, method, fee_model, quantity_units, fee_units, price,
  fiat_units, gross, price_inputs, filled_at)
select s.id, s.effect_key, s.deposit_id, s.bill_id, s.conversion_id, 'CONVERSION', s.fee_model, s.units, s.fee, s.price,
  s.fiat, s.gross, s.price_inputs, business_now()
from unnest(:ids::uuid[], :effectKeys::text[], :depositIds::uuid[],
  :billIds::uuid[], :conversionIds::uuid[], :feeModels::text[],
  :units::numeric[], :feeUnits::numeric[],
  :prices::numeric[], :fiatUnits::numeric[],
  :gross::numeric[], :priceInputs::jsonb[])
  s(id, effect_key, deposit_id, bill_id, conversion_id, fee_model, units, fee, price, fiat, gross, price_inputs)
