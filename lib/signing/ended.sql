-- name: familiesToEnd
select distinct p.family_id as "familyId!", o.tx_hash as "txHash!", false as "isLost!" from prepared_transaction p
join prepared_input i on i.prepared_id = p.family_id and i.held
join outgoing_input x on x.source_hash = i.source_hash and x.source_index = i.source_index
join outgoing o on o.id = x.outgoing_id and o.network = i.network and o.status = 'FINAL'
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network in ('bitcoin', 'bitcoincash')
union
-- Its coin is there no more, nor any of what was to spend one that is not.
select p.family_id, l.lost_by, true from prepared_transaction p join prepared_input i on i.prepared_id = p.family_id and i.held
join chain_cursor c on c.network = p.network and c.paused_reason is null
cross join lateral (select i.lost_by, i.lost_height where i.lost_by is not null
  union all select j.lost_by, j.lost_height from prepared_transaction q join prepared_input j on j.prepared_id = q.family_id and j.lost_by is not null
    where q.network = p.network and q.tx_hash = i.source_hash and q.status = 'FAILED') l
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and l.lost_height <= least(c.height, coalesce(c.agreed_height, c.height))
  - case p.network when 'bitcoin' then :onBitcoin::integer else :onBitcoincash::integer end + 1
union
select p.family_id, o.tx_hash, false from prepared_transaction p join prepared_input i on i.prepared_id = p.family_id and i.held
join outgoing o on o.network = 'eth' and o.status = 'FINAL' and o.spends && array['0x' || i.source_hash || ':' || i.source_index]
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'eth'
union
select p.family_id, o.tx_hash, false from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash and o.status = 'FINAL'
where p.status in ('SIGNED', 'BROADCAST') and p.network = 'eth'
union
-- Gas moves no token: what a block has of it is told by the account that sent it.
select p.family_id, g.tx_hash, false from prepared_transaction p join gas_payment g on g.network = p.network and g.tx_hash = prepared_hash(p) and g.move_id is not null
join chain_cursor c on c.network = p.network and g.block_height <= least(c.height, coalesce(c.agreed_height, c.height))
  - case p.network when 'eth' then :onEth::integer else :onTron::integer end + 1
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and is_gas(p.asset)
union
select p.family_id, o.tx_hash, false from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = tron_hash(p.unsigned) and o.status = 'FINAL'
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'tron'
order by 1 limit :limit

-- name: numbersToProve
-- Where no final block names what has used it up: a transaction that moves no token does so as well.
select p.family_id as "familyId!", i.source_hash as "script!", i.source_index as "number!", f.height as "height!",
  array(select s.tx_hash from prepared_transaction s where s.family_id = p.id and s.tx_hash is not null)::text[] as "txHashes!"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id and i.held
cross join (select settled_height(c, 64) as height from chain_cursor c where c.network = 'eth') f
where p.id = p.family_id and p.network = 'eth' and p.safe_tx_hash is null and f.height > coalesce(p.unused_to, -1) and not is_number_reported(p)
order by p.family_id limit :limit

-- name: noteUnused
update prepared_transaction set unused_to = greatest(coalesce(unused_to, 0), :height) where id = :familyId::uuid

-- name: isNumberReported
select is_number_reported(p) as "reported!" from prepared_transaction p where p.id = :familyId::uuid

-- name: expiredPrepared
select p.id, tron_hash(p.unsigned) as "txHash!" from prepared_transaction p
where p.status in ('PREPARED', 'SIGNED', 'BROADCAST') and p.network = 'tron' and is_expired(p) order by p.id limit :limit

-- name: isExpired
select is_expired(p) as "expired!" from prepared_transaction p where p.id = :id::uuid

-- name: spenderOf
select o.tx_hash as "txHash!" from prepared_input i join outgoing_input x on x.source_hash = i.source_hash and x.source_index = i.source_index
join outgoing o on o.id = x.outgoing_id and o.network = i.network
where i.prepared_id = :familyId::uuid and o.status <> 'GONE'
union all
select o.tx_hash from prepared_input i join outgoing o on o.network = i.network and o.spends && array['0x' || i.source_hash || ':' || i.source_index]
where i.prepared_id = :familyId::uuid and i.network = 'eth' and o.status <> 'GONE' limit 1

-- name: hasMissed
-- Whether a payee of a token's transaction has not received that by its final block.
select exists (select from prepared_transaction p join outgoing o on o.network = p.network and o.tx_hash = p.tx_hash and o.status = 'FINAL'
join prepared_output x on x.prepared_id = p.family_id and x.kind <> 'CHANGE'
where p.family_id = :familyId::uuid and p.tx_hash = :txHash and p.network in ('eth', 'tron') and not is_gas(p.asset)
  and not exists (select from outgoing_output y
    where y.outgoing_id = o.id and y.asset = p.asset and y.script = x.script and y.units = x.units)) as "missed!"

-- name: sentFor
select p.id as "id!" from unnest(:payoutIds::uuid[]) p(id) where exists (select from sent_for(p.id) s where s.tx_hash = :txHash)
