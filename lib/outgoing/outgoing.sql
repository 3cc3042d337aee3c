-- name: ourOutputs
select s.tx_hash as "txHash!", s.output_index as "outputIndex!", o.asset as "asset!", o.units as "units!"
from unnest(:hashes::text[], :indexes::integer[]) s(tx_hash, output_index)
cross join lateral (select asset, units from our_output(:network, s.tx_hash, s.output_index) limit 1) o

-- name: findOutgoing
select id, tx_hash, status, block_hash from outgoing
where network = :network and tx_hash = any(:hashes::text[]) for update

-- name: insertOutgoing
insert into outgoing (id, network, tx_hash, variant, status, block_height, block_hash, confirmations_required, spends, seen_at, updated_at)
values (:id::uuid, :network, :txHash, :variant::integer, case when :hash?::text is null then 'MEMPOOL' else 'IN_BLOCK' end, :height?::bigint, :hash?,
  :confirmationsRequired, :spends::text[], business_now(), business_now())

-- name: insertInputs
insert into outgoing_input (outgoing_id, source_hash, source_index, asset, units, script)
select :id::uuid, i.source_hash, i.source_index, i.asset, i.units, i.script
from unnest(:hashes::text[], :indexes::integer[], :assets::text[], :units::numeric[], :scripts::text[])
  i(source_hash, source_index, asset, units, script)

-- name: insertOutputs
insert into outgoing_output (outgoing_id, output_index, asset, script, address, units, own)
select :id::uuid, o.output_index, o.asset, o.script, o.address, o.units, o.own
from unnest(:indexes::integer[], :assets::text[], :scripts::text[], :addresses::text[], :units::numeric[], :own::boolean[])
  o(output_index, asset, script, address, units, own)

-- name: insertAmounts
insert into outgoing_amount (id, outgoing_id, asset, spent_units, own_units, fee_units)
select a.id, :outgoingId::uuid, a.asset, a.spent, a.own, a.fee
from unnest(:ids::uuid[], :assets::text[], :spent::numeric[], :own::numeric[], :fees::numeric[]) a(id, asset, spent, own, fee)

-- name: insertClaims
insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
select :id::uuid, c.asset, c.kind, c.object_id, c.units, business_now()
from unnest(:assets::text[], :kinds::text[], :objectIds::uuid[], :units::numeric[]) c(asset, kind, object_id, units)

-- name: placeOutgoing
update outgoing set status = case when :hash?::text is null then 'MEMPOOL' else 'IN_BLOCK' end, block_height = :height?::bigint,
  block_hash = :hash?, spent_at = null, updated_at = business_now()
where id = :id::uuid

-- name: dropOutgoing
-- Since when it is gone, and since when what it spends is spent otherwise, stays as it was first told.
update outgoing set status = 'GONE', spent_at = case when :isSpent then business_now() end,
  updated_at = case status when 'GONE' then updated_at else business_now() end
where id = :id::uuid and (status = 'MEMPOOL' or (status = 'GONE' and spent_at is null and :isSpent))

-- name: outgoingInBlock
select id from outgoing where network = :network and block_hash = :hash order by id for update

-- name: knownOutgoing
select tx_hash as "txHash" from outgoing where network = :network and tx_hash = any(:hashes::text[]) and status <> 'GONE'

-- name: ownOutputs
-- Of what a transaction has moved in several blocks, what stands, or was seen last.
select o.tx_hash as "txHash", p.output_index as "outputIndex" from (
  select distinct on (tx_hash) id, tx_hash from outgoing where network = :network and tx_hash = any(:hashes::text[])
  order by tx_hash, block_hash is null, variant desc) o
join outgoing_output p on p.outgoing_id = o.id where p.own

-- name: recordedPayouts
select id, asset, quantity_units as units from payout
where lower(regexp_replace(tx_hash, '^0x', '')) = lower(regexp_replace(:txHash, '^0x', '')) and asset = any(:assets::text[])
  and status = 'RECORDED'

-- name: outgoingToFinish
select o.id from outgoing o join chain_cursor c on c.network = o.network
where o.status = 'IN_BLOCK' and o.times_posted > o.times_reversed and c.paused_reason is null
  and o.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - o.confirmations_required + 1
order by o.block_height, o.id limit :limit

-- name: payoutsToTakeBack
-- No block holds it any more, and a payout stands as gone by it: a deposit that it was paid from was reversed as well, and
-- stands again.
select distinct o.id from outgoing o join outgoing_claim c on c.outgoing_id = o.id and c.kind = 'PAYOUT' and c.void_at is null
join payout_exit x on x.payout_id = c.object_id and x.proof = o.tx_hash and x.back_at is null
where o.times_posted = o.times_reversed and o.times_posted > 0 and o.status in ('MEMPOOL', 'GONE') and not is_carried_otherwise(c)
  and not exists (select from payout_part p join deposit d on d.id = p.deposit_id where p.payout_id = c.object_id and d.times_confirmed <= d.times_reversed)
order by o.id limit :limit

-- name: lockOutgoing
select id, network, tx_hash as "txHash", variant, status, times_posted as "timesPosted", times_reversed as "timesReversed"
from outgoing where id = :id::uuid for update

-- name: amountsOf
select asset, spent_units as spent, own_units as own, fee_units as fee from outgoing_amount where outgoing_id = :id::uuid order by asset

-- name: claimsOf
-- With the fee that what stands booked by this transaction has borne; none where it does not stand.
select c.asset, c.kind, c.object_id as "objectId", c.units, coalesce(x.fee_units, f.fee_units) as "bookedFee"
from outgoing o join outgoing_claim c on c.outgoing_id = o.id and c.void_at is null
left join payout_exit x on c.kind = 'PAYOUT' and x.payout_id = c.object_id and x.proof = o.tx_hash and x.back_at is null
left join move_fact f on c.kind = 'MOVE' and f.move_id = c.object_id and f.side = 'LEFT' and f.proof = o.tx_hash and f.status = 'POSTED'
where o.id = :id::uuid order by c.asset, c.kind, c.object_id

-- name: voidClaim
update outgoing_claim set void_at = business_now()
where outgoing_id = :id::uuid and asset = :asset and kind = :kind and object_id = :objectId::uuid and void_at is null

-- name: claimedElsewhere
select c.object_id as "objectId" from outgoing_claim c join outgoing o on o.id = c.outgoing_id
where c.kind = :kind and c.object_id = any(:objectIds::uuid[]) and c.void_at is null and o.status <> 'GONE'
  and o.tx_hash <> :txHash and not (o.status = 'MEMPOOL' and o.spends && :spends::text[])

-- name: leftSinceRequest
-- Seen since this was asked for, paying exactly this, there, and explaining nothing else; what a block has comes first.
select o.id, o.tx_hash as "txHash!", o.status from outgoing_output x join outgoing o on o.id = x.outgoing_id
where o.network = :network and o.seen_at > :askedAt::timestamptz and x.asset = :asset and x.units = :units::numeric and x.script = :script and not x.own
  and (pays_exactly(o.id, x.asset, x.units, x.script) or (o.status = 'MEMPOOL'
    and not exists (select from outgoing_claim c where c.outgoing_id = o.id and c.void_at is null)))
order by o.block_height, o.id limit 1

-- name: countPosted
update outgoing set times_posted = times_posted + 1, updated_at = business_now() where id = :id::uuid

-- name: countReversed
update outgoing set times_reversed = times_reversed + 1, updated_at = business_now() where id = :id::uuid

-- name: finishOutgoing
update outgoing set status = 'FINAL', updated_at = business_now() where id = :id::uuid
