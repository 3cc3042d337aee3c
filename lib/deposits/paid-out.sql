-- name: movePaidOut
update deposit set paid_out_units = paid_out_units + :amount::numeric,
  pending_units = pending_units - case when :fromPending then :amount::numeric else 0 end,
  unconverted_units = unconverted_units - case when :fromPending then 0 else :amount::numeric end,
  status = case when :fromPending and status = 'HELD' and pending_units = :amount::numeric then 'DECLINED' else status end,
  updated_at = business_now()
where id = :depositId::uuid

-- name: moveReserved
update deposit set reserved_units = reserved_units + :amount::numeric, updated_at = business_now() where id = :depositId::uuid

-- name: payReserved
update deposit set reserved_units = reserved_units - :amount::numeric, paid_out_units = paid_out_units + :amount::numeric,
  pending_units = pending_units - case when :fromPending then :amount::numeric else 0 end,
  unconverted_units = unconverted_units - case when :fromPending then 0 else :amount::numeric end, updated_at = business_now()
where id = :depositId::uuid
