-- name: findWatched
select s.script as "script!", a.network as "network!", a.address as "address!", a.bill_id from unnest(string_to_array(:scripts, ',')) s(script)
cross join lateral (
  select network, address, bill_id from (
    select network, address, bill_id from deposit_address where script = s.script
    union all select network, address, null from change_address where script = s.script) own
  order by bill_id is null, (network = :network) desc limit 1
) a

-- name: findDeposit
-- On chains of accounts what the output has paid is looked at, too: in another block it may pay something else.
select d.*, o.nth as "nth!" from unnest(:networks::text[], :txHashes::text[], :outputIndexes::integer[], :scripts::text[],
  :assets::text[], :units::numeric[]) with ordinality o(network, tx_hash, output_index, script, asset, units, nth)
cross join lateral (
  select * from deposit t
  where network = o.network and tx_hash = o.tx_hash and output_index = o.output_index
    and (network in ('bitcoin', 'bitcoincash') or (asset = o.asset and quantity_units = o.units
      and exists (select from deposit_address a where a.script = o.script and a.address = t.address))) for update
) d

-- name: paidOtherwise
-- Deposits of these transactions that no block holds, and that are not among these outputs.
select d.id, d.bill_id as "billId", d.asset, d.quantity_units as units from deposit d
where d.network = :network and d.tx_hash = any(:txHashes::text[]) and d.status = 'UNCONFIRMED' and d.block_hash is null and d.stray_id is null
  and not exists (select from unnest(:txHashes::text[], :outputIndexes::integer[], :scripts::text[], :assets::text[], :units::numeric[])
    o(tx_hash, output_index, script, asset, units) join deposit_address a on a.script = o.script and a.address = d.address
    where o.tx_hash = d.tx_hash and o.output_index = d.output_index and o.asset = d.asset and o.units = d.quantity_units)
order by d.bill_id, d.id

-- name: insertDeposit
-- With offset 0 the clock is read once, and not for each row and column: a sighting has one instant. Its address is the bill's,
-- however the node writes it.
insert into deposit (id, bill_id, account_id, network, tx_hash, output_index, asset, address, source_address, quantity_units, status,
  wrong_asset, dust, first_seen, sighted_at, first_block_time, fee_rate, fee_estimate, replaceable,
  block_height, block_hash, block_time, position, confirmations_required, spends, variant, created_at, updated_at)
select id, "billId", "accountId", network, "txHash", "outputIndex", asset, (select address from bill where id = "billId" and account_id = "accountId"), "sourceAddress", units,
  'UNCONFIRMED', "wrongAsset", dust, coalesce(least(time, m.now), m.now), case when time is null then m.now end,
  least(time, case when time is not null then m.now end), "feeRate", "feeEstimate", replaceable,
  height, hash, time, position, "confirmationsRequired", coalesce(spends, '{}'), next_variant(network, "txHash", "outputIndex"), m.now, m.now
from (select business_now() as now offset 0) m, json_to_recordset(:rows::json) as s(id uuid, "billId" uuid, "accountId" uuid, network text, "txHash" text,
  "outputIndex" integer, asset text, "sourceAddress" text, units numeric, "wrongAsset" boolean, dust boolean,
  height bigint, hash text, time timestamptz, position integer, "confirmationsRequired" integer, spends text[],
  "feeRate" numeric, "feeEstimate" numeric, replaceable boolean)

-- name: placeDeposit
-- The clock once, as at the sighting.
update deposit d set status = 'UNCONFIRMED', block_height = s.height, block_hash = s.hash,
  block_time = s.time, position = s.position, reason_code = null, reason = null, reason_facts = null,
  first_block_time = f.in_block, first_seen = coalesce(first_seen_of(d.sighted_at, f.in_block, d.fee_rate, d.fee_estimate), d.first_seen),
  updated_at = m.now
from (select business_now() as now offset 0) m, json_to_recordset(:rows::json)
  as s(id uuid, height bigint, hash text, time timestamptz, position integer)
cross join lateral (
  select least(coalesce(o.first_block_time, case when o.sighted_at is null then o.first_seen end),
    case when s.time is not null then least(s.time, m.now) end) as in_block
  from deposit o where o.id = s.id
) f
where d.id = s.id

-- name: depositsInBlock
select * from deposit where network = :network and block_hash = :hash

-- name: unplaced
-- Deposits, what came to no bill and what left, asked for together: a look at a chain mostly finds none of them.
select u.kind as "kind!", u.id as "id!", u.tx_hash as "txHash!", u.spends as "spends!", u.bill_id as "billId", u.asset, u.units
from (
  select 'DEPOSIT', id, tx_hash, spends, bill_id, asset, quantity_units from deposit
  where network = :network and block_hash is null and status = 'UNCONFIRMED'
  union all (
    select 'REVERSED', id, tx_hash, spends, bill_id, asset, quantity_units from deposit
    where network = :network and status = 'DROPPED' and reason_code = 'REORGANISED' and times_reversed > 0
    order by updated_at desc limit :mostReversed
  )
  union all
  select 'STRAY', id, tx_hash, spends, null, null, null from stray_deposit
  where network = :network and status = 'UNCONFIRMED' and block_hash is null
  union all
  select 'OUTGOING', id, tx_hash, spends, null, null, null from outgoing where network = :network and status = 'MEMPOOL'
  union all
  -- A payout counts as paid by it: whether what it spends is spent otherwise decides whether it ever was.
  select 'GONE', g.id, g.tx_hash, g.spends, null, null, null from outgoing g
  where g.network = :network and g.status = 'GONE' and g.spent_at is null and g.times_posted = g.times_reversed and g.times_posted > 0
    and exists (select from outgoing_claim c where c.outgoing_id = g.id and c.kind in ('PAYOUT', 'RECORDED') and c.void_at is null)
) u(kind, id, tx_hash, spends, bill_id, asset, units)

-- name: knownOutputs
select tx_hash, output_index from deposit
where network = :network and tx_hash = any(:txHashes) and status <> 'DROPPED'
union all select tx_hash, output_index from stray_deposit
where network = :network and tx_hash = any(:txHashes) and status <> 'DROPPED'

-- name: outputsEverKnown
-- By the index of each: one that was dropped is known as well, and comes back as what it was.
select tx_hash, output_index from deposit where network = :network and tx_hash = any(:txHashes)
union all select tx_hash, output_index from stray_deposit where network = :network and tx_hash = any(:txHashes)
