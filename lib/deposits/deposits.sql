-- name: findWatched
select s.script as "script!", a.network, a.address, a.bill_id from unnest(string_to_array(:scripts, ',')) s(script)
cross join lateral (
  select network, address, bill_id from deposit_address
  where script = s.script
  order by bill_id is null, (network = :network) desc limit 1
) a

-- name: findDeposit
select d.*, o.nth as "nth!" from unnest(:networks::text[], :txHashes::text[],
  :outputIndexes::integer[]) with ordinality o(network, tx_hash, output_index, nth)
cross join lateral (
  select * from deposit
  where network = o.network and tx_hash = o.tx_hash and output_index = o.output_index for update
) d

-- name: lockDeposits
select * from deposit where bill_id = any(:billIds::uuid[])
order by block_height nulls last, position, output_index, id for update

-- name: insertDeposit
insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  wrong_asset, dust, first_seen, sighted_at, first_block_time, fee_rate, fee_estimate, replaceable,
  block_height, block_hash, block_time, position, confirmations_required, spends, created_at, updated_at)
select id, "billId", "accountId", network, "txHash", "outputIndex", asset, address, "sourceAddress", units,
  'UNCONFIRMED', "wrongAsset", dust, coalesce(least(time, m.now), m.now), case when time is null then m.now end,
  least(time, case when time is not null then m.now end), "feeRate", "feeEstimate", replaceable,
  height, hash, time, position, "confirmationsRequired", coalesce(spends, '{}'), m.now, m.now
from (select business_now() as now) m, json_to_recordset(:rows::json) as s(id uuid, "billId" uuid, "accountId" uuid, network text, "txHash" text,
  "outputIndex" integer, asset text, address text, "sourceAddress" text, units numeric, "wrongAsset" boolean, dust boolean,
  height bigint, hash text, time timestamptz, position integer, "confirmationsRequired" integer, spends text[],
  "feeRate" numeric, "feeEstimate" numeric, replaceable boolean)

-- name: placeDeposit
update deposit d set status = 'UNCONFIRMED', block_height = s.height, block_hash = s.hash,
  block_time = s.time, position = s.position, reason_code = null, reason = null, reason_facts = null,
  first_block_time = f.in_block, first_seen = coalesce(first_seen_of(d.sighted_at, f.in_block, d.fee_rate, d.fee_estimate), d.first_seen),
  updated_at = m.now
from (select business_now() as now) m, json_to_recordset(:rows::json)
  as s(id uuid, height bigint, hash text, time timestamptz, position integer)
cross join lateral (
  select least(coalesce(o.first_block_time, case when o.sighted_at is null then o.first_seen end),
    case when s.time is not null then least(s.time, m.now) end) as in_block
  from deposit o where o.id = s.id
) f
where d.id = s.id

-- name: updateNeed
update deposit d set confirmations_required = n.confirmations, updated_at = (select business_now())
from unnest(:ids::uuid[], :confirmations::integer[]) n(id, confirmations) where d.id = n.id and d.confirmations_required < n.confirmations

-- name: paidByTransaction
select t.nth as "nth!", (select coalesce(sum(quantity_units), 0) from deposit
  where network = t.network and tx_hash = t.tx_hash and asset = t.asset and status not in ('DROPPED', 'DECLINED')) as "units!"
from unnest(:networks::text[], :txHashes::text[], :assets::text[]) with ordinality t(network, tx_hash, asset, nth)

-- name: depositsInBlock
select * from deposit where network = :network and block_hash = :hash

-- name: unplacedDeposits
select id, bill_id as "billId", tx_hash as "txHash", asset, quantity_units as units, spends from deposit
where network = :network and block_hash is null and status = 'UNCONFIRMED'

-- name: billsToSettle
select distinct bill_id as "bill_id!" from (
  (select d.bill_id from deposit d join chain_cursor c on c.network = d.network
   where d.status = 'UNCONFIRMED' and c.paused_reason is null
     and d.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - d.confirmations_required + 1
   order by d.block_height, d.position limit :limit)
  union all
  (select bill_id from deposit where status = 'PROCESSING' and treat_after <= business_now()
     and not coalesce(decision->'parts' @> '[{"kind": "MARKET"}]', false) order by treat_after limit :limit)
) due

-- name: confirmedAt
select d.nth as "nth!", b.block_time from unnest(:networks::text[], :heights::bigint[])
  with ordinality d(network, height, nth)
join chain_cursor c on c.network = d.network and least(c.height, coalesce(c.agreed_height, c.height)) >= d.height
join chain_block b on b.network = d.network and b.height = d.height and not b.orphaned

-- name: updateTreated
update deposit d set status = t.status, late = t.late, treated_at = coalesce(d.treated_at, m.now),
  reason_code = t."reasonCode", reason = t.reason, reason_facts = t."reasonFacts", decision = t.decision, guaranteed_units = t."guaranteedUnits",
  pending_units = t.pending, converted_units = t.converted, unconverted_units = t.unconverted, fee_units = t.fee,
  fiat_units = t.fiat, paid_out_units = coalesce(t."paidOut", d.paid_out_units),
  treat_after = m.now + t."treatAfterMs" * interval '1 millisecond', give_up_at = t."giveUpAt",
  times_confirmed = t."timesConfirmed", was_credited = d.was_credited or t.status in ('CONVERTED', 'CREDITED'), updated_at = m.now
from json_to_recordset(:rows::json) as t(id uuid, status text, late boolean, "reasonCode" text, reason text, "reasonFacts" text,
  decision jsonb, "guaranteedUnits" numeric, pending numeric, converted numeric, unconverted numeric, fee numeric, fiat numeric,
  "paidOut" numeric, "treatAfterMs" double precision, "giveUpAt" timestamptz, "timesConfirmed" integer),
  (select business_now() as now) m
where d.id = t.id

-- name: knownOutputs
select tx_hash, output_index from deposit
where network = :network and tx_hash = any(:txHashes) and status <> 'DROPPED'
union all select tx_hash, output_index from stray_deposit
where network = :network and tx_hash = any(:txHashes) and status <> 'DROPPED'

-- name: declineRow
update deposit set status = 'DECLINED', updated_at = business_now() where id = :id::uuid

-- name: recordOfBill
select payment_json(b, business_now()) as "record!" from bill b where id = :billId::uuid

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

-- name: billStateWith
select bill_status(x, business_now()) as "status!", bill_amount_status(x, business_now()) as "amountStatus!"
from bill b
cross join lateral (
  select coalesce(sum(quantity_units) filter (where status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0) as amount,
    count(*) filter (where not dust and status not in ('DROPPED', 'DECLINED')) as standing,
    coalesce(bool_or(not dust and status in ('PROCESSING', 'HELD')), false) as processing
  from (select quantity_units, dust, case when id = :depositId::uuid then :status else status end as status
    from deposit where bill_id = b.id and not wrong_asset) d
) f
cross join lateral jsonb_populate_record(b, jsonb_build_object('amount_units', f.amount, 'standing_deposits', f.standing,
  'deposits_processing', f.processing)) x
where b.id = :billId::uuid
