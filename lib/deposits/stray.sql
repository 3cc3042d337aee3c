-- name: recordStray
insert into stray_deposit as s (id, address_id, change_wallet_id, change_index, network, tx_hash, output_index, asset, source_address, quantity_units, status,
  block_height, block_hash, confirmations_required, spends, variant, created_at, updated_at)
select :id::uuid, a.id, a.wallet_id, a.index, :network, :txHash, :outputIndex, :asset, :sourceAddress?, :units::numeric, 'UNCONFIRMED',
  :height?::bigint, :hash?, :confirmationsRequired, :spends::text[],
  coalesce((select k.variant from stray_deposit k where k.network = :network and k.tx_hash = :txHash and k.output_index = :outputIndex
    and (k.network in ('bitcoin', 'bitcoincash') or (k.asset = :asset and k.quantity_units = :units::numeric
      and exists (select from place_of_stray(k) p where p.script = :script)))), next_variant(:network, :txHash, :outputIndex)), m.now, m.now
from (select id, null::uuid as wallet_id, null::bigint as index, network from deposit_address where script = :script and bill_id is null
  union all select null, wallet_id, index, network from change_address where script = :script) a, (select business_now() as now) m
order by (a.network = :network) desc limit 1
-- One whose reversal is due stays as it is until then, and notes where it stands by now.
on conflict (network, tx_hash, output_index, variant) do update set status = case s.status when 'CONFIRMED' then 'CONFIRMED' else 'UNCONFIRMED' end,
  block_height = excluded.block_height, block_hash = excluded.block_hash, updated_at = excluded.updated_at
where s.status <> 'CONFIRMED' or s.block_hash is null

-- name: unplaceStray
update stray_deposit set block_height = null, block_hash = null, updated_at = business_now()
where id = :id::uuid and status = 'UNCONFIRMED' returning id

-- name: deferStray
-- Out of its block and still in the books: an assigned one that cannot be taken back yet.
update stray_deposit set block_height = null, block_hash = null, updated_at = business_now()
where id = :id::uuid and status = 'CONFIRMED'

-- name: lockStray
select id from stray_deposit where id = :id::uuid for update

-- name: blockOfStray
select block_height as "height", block_hash as "hash" from stray_deposit where id = :id::uuid for update

-- name: seeAgain
-- Gone from one block, and in another by now.
update stray_deposit set status = 'UNCONFIRMED', block_height = :height, block_hash = :hash, updated_at = business_now()
where id = :id::uuid and status = 'DROPPED'

-- name: dropStray
update stray_deposit set status = 'DROPPED', block_height = null, block_hash = null, updated_at = business_now(),
  times_reversed = times_confirmed
where id = :id::uuid returning network, tx_hash, output_index, variant, asset, quantity_units as units, times_confirmed

-- name: straysToConfirm
select s.id from stray_deposit s join chain_cursor c on c.network = s.network
where s.status = 'UNCONFIRMED' and c.paused_reason is null
  and s.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - s.confirmations_required + 1
order by s.block_height limit :limit

-- name: confirmStray
update stray_deposit s set status = 'CONFIRMED', times_confirmed = s.times_confirmed + 1, updated_at = business_now()
from chain_cursor c
where s.id = :id::uuid and c.network = s.network and s.status = 'UNCONFIRMED'
  and s.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - s.confirmations_required + 1
returning s.network, s.tx_hash, s.output_index, s.variant, s.asset, s.quantity_units as units, s.times_confirmed
