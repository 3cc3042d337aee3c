-- name: coinsInNoBlock
-- What the transactions spend that have paid the coins of what may still be sent, of those that no block has now; and what those
-- spend that have paid them in turn.
with recursive gone(source_hash, tx_hash, spent) as (
  select i.source_hash, i.source_hash, s.name from prepared_input i
  cross join lateral spends_in_no_block(i.network, i.source_hash) s(name) where i.held and i.network = :network and i.lost_by is null
  union select g.source_hash, p.tx_hash, s.name from gone g
  cross join lateral (select split_part(g.spent, ':', 1) as tx_hash) p cross join lateral spends_in_no_block(:network, p.tx_hash) s(name))
select source_hash as "sourceHash!", tx_hash as "txHash!", spent as "spent!" from gone
union select i.source_hash, split_part(a.step, ' ', 1), split_part(a.step, ' ', 2) from prepared_input i cross join unnest(i.ancestors) a(step)
where i.held and i.network = :network and i.lost_by is null and not is_coin_placed(i.network, i.source_hash, i.source_index::integer)

-- name: coinsToTrace
-- Of what may still be sent, coins that went with their block, of which nobody has read what had paid their payers.
select distinct i.source_hash as "sourceHash!" from prepared_input i
where i.held and i.network = :network and i.lost_by is null and not i.traced and not is_coin_placed(i.network, i.source_hash, i.source_index::integer)

-- name: loseCoins
update prepared_input i set lost_by = l.tx_hash, lost_height = :height, lost_block = :hash
from unnest(:sources::text[], :txHashes::text[]) l(source_hash, tx_hash)
where i.held and i.network = :network and i.source_hash = l.source_hash and i.lost_by is null

-- name: coinInNoBlock
select i.source_hash as "sourceHash!" from prepared_input i where i.prepared_id = :familyId::uuid and i.network in ('bitcoin', 'bitcoincash')
  and not is_coin_placed(i.network, i.source_hash, i.source_index::integer) limit 1
