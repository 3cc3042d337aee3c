-- name: lockMove
select id from move where id = :id::uuid for update

-- name: expectedMoves
select m.id, m.from_place as "fromPlace", m.to_place as "toPlace", m.asset, m.quantity_units as "quantityUnits", m.status,
  m.reference, coalesce(d.address, m.address) as address, l.proof as "leftProof", l.units as "leftUnits",
  a.units as "arrivedUnits", m.updated_at as at
from move m left join destination d on d.id = m.destination_id
left join move_fact l on l.move_id = m.id and l.side = 'LEFT' and l.status <> 'GONE'
left join move_fact a on a.move_id = m.id and a.side = 'ARRIVED' and a.status <> 'GONE'
where m.status in ('APPROVED', 'SENT') and (m.from_place = :place or m.to_place = :place)
order by m.id

-- name: writeFact
update move_fact f set status = :status, fee_units = :feeUnits::numeric, times_posted = :timesPosted::integer,
  times_reversed = :timesReversed::integer
where f.id = :id::uuid returning move_key(f) as "key!"

-- name: mayHaveLeft
select m.id, move_may_have_left(m) as "left!", move_may_be_signed(m) as "signed!"
from move m where m.id = any(:ids::uuid[]) and (move_may_have_left(m) or move_may_be_signed(m))

-- name: isPrepared
select exists (select from prepared_output where object_id = :id::uuid and kind = 'MOVE' and held) as "prepared!"

-- name: seenPaying
select o.tx_hash as "txHash!" from outgoing_claim c join outgoing o on o.id = c.outgoing_id
where c.kind = 'MOVE' and c.object_id = :id::uuid and c.void_at is null and o.status = 'MEMPOOL' limit 1

-- name: venueReports
select venue_reports(:side, m) as "reports!" from move m where m.id = :id::uuid

-- name: linkDeparts
select link_departs(:moveId::uuid, :side, :units::numeric, :sentTo::text[]) as "departs!"

-- name: lapsedMoves
select m.id from move m where m.status = 'REQUESTED' and not exists (
  select from approval a where a.what = 'move' and a.request->>'moveId' = m.id::text
    and a.status = 'PENDING' and a.expires_at > business_now()) order by m.id limit :limit
