-- name: deferReversal
update deposit set reversal_due_at = coalesce(reversal_due_at, business_now()), block_height = null, block_hash = null,
  block_time = null, position = null, updated_at = business_now() where id = :id::uuid

-- name: placeDue
update deposit set block_height = :height, block_hash = :hash, block_time = :time, position = :position, updated_at = business_now()
where id = :id::uuid and reversal_due_at is not null

-- name: reversalsDue
select d.id from deposit d where d.reversal_due_at is not null and not exists (
  select from conversion_item i join conversion v on v.id = i.conversion_id
  where i.deposit_id = d.id and i.live and v.status = 'EXECUTING')
  and not is_signed_away(d.id)
order by d.reversal_due_at limit :limit

-- name: dropDeposit
-- What an invoice sold of it stays sold: its fiat is the account's, and its crypto is owed.
update deposit d set status = 'DROPPED', reason_code = :reasonCode, reason = :reason, reason_facts = :reasonFacts, block_height = null, block_hash = null,
  block_time = null, position = null, pending_units = 0, converted_units = 0, unconverted_units = 0, locked_units = 0, fee_units = 0,
  paid_out_units = 0, fiat_units = (select coalesce(sum(fiat_units), 0) from fill where deposit_id = d.id and reversed_at is null),
  guaranteed_units = 0, treat_after = null, reversal_due_at = null, updated_at = business_now()
where id = :id::uuid

-- name: markReversed
update deposit set times_reversed = times_confirmed where id = :id::uuid
