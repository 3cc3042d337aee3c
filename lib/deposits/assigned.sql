-- name: strayForBill
-- What came, as a deposit of the bill is told of it; its sender too, and the time of its block.
select s.id, s.network, s.tx_hash, s.output_index, s.asset, s.source_address, s.quantity_units, s.times_confirmed, s.block_height,
  (select c.block_time from chain_block c where c.network = s.network and c.height = s.block_height and not c.orphaned) as "block_time",
  (select p.address from place_of_stray(s) p) as "address!"
from stray_deposit s where s.id = :strayId::uuid and s.status = 'CONFIRMED'

-- name: insertAssigned
insert into deposit (id, bill_id, account_id, stray_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  dust, first_seen, sighted_at, block_height, block_time, confirmations_required, spends, late, was_credited, treated_at, reason_code, reason, reason_facts,
  unconverted_units, times_confirmed, times_reversed, variant, created_at, updated_at)
select :id::uuid, :billId::uuid, :accountId::uuid, s.id, s.network, s.tx_hash, s.output_index, s.asset, :address, s.source_address, s.quantity_units, 'CREDITED',
  :isDust::boolean, s.created_at, s.created_at, s.block_height, :blockTime?::timestamptz, s.confirmations_required, s.spends, true, true, m.now, 'ASSIGNED', :reason, :facts,
  s.quantity_units, s.times_confirmed, s.times_confirmed - 1, s.variant, m.now, m.now
from stray_deposit s cross join (select business_now() as now offset 0) m where s.id = :strayId::uuid

-- name: reopenAssigned
update deposit set status = 'UNCONFIRMED', updated_at = business_now() where id = :id::uuid and status = 'DROPPED'

-- name: creditAgain
update deposit d set status = 'CREDITED', reason_code = 'ASSIGNED', reason = :reason, reason_facts = :facts, block_height = s.block_height,
  block_time = :blockTime?::timestamptz, unconverted_units = :unconverted::numeric, converted_units = :converted::numeric, fee_units = :fee::numeric,
  fiat_units = :fiat::numeric, paid_out_units = :paidOut::numeric, times_confirmed = s.times_confirmed, times_reversed = s.times_confirmed - 1, updated_at = business_now()
from stray_deposit s where d.id = :id::uuid and s.id = d.stray_id
