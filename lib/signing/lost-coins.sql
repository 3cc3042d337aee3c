-- name: coinsInNoBlock
-- What the transactions spend that have paid the coins of what may still be sent, of those that no block has now.
select distinct i.source_hash as "sourceHash!", u.name as "spent!" from prepared_input i
cross join lateral (
  select d.spends from deposit d where d.network = i.network and d.tx_hash = i.source_hash and d.output_index = i.source_index and d.block_hash is null
  union all select s.spends from stray_deposit s where s.network = i.network and s.tx_hash = i.source_hash and s.output_index = i.source_index and s.block_hash is null
  union all select o.spends from outgoing o where o.network = i.network and o.tx_hash = i.source_hash and o.block_hash is null) x
cross join lateral unnest(x.spends) u(name)
where i.held and i.network = :network and i.lost_by is null

-- name: loseCoins
update prepared_input i set lost_by = l.tx_hash, lost_height = :height, lost_block = :hash
from unnest(:sources::text[], :txHashes::text[]) l(source_hash, tx_hash)
where i.held and i.network = :network and i.source_hash = l.source_hash and i.lost_by is null

-- name: coinInNoBlock
select i.source_hash as "sourceHash!" from prepared_input i where i.prepared_id = :familyId::uuid and i.network in ('bitcoin', 'bitcoincash')
  and not is_coin_placed(i.network, i.source_hash, i.source_index::integer) limit 1
