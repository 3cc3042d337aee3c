-- name: safeOf
-- A Safe whose address is ours, and where what it holds may be paid from.
select w.id as "walletId!", w.xpub as "address!", a.script as "script!" from wallet w join deposit_address a on a.wallet_id = w.id
where w.id = :walletId::uuid and w.kind = 'ETH_SAFE'

-- name: safesToProve
-- Batches of Safes, and what has taken tokens out of the Safe in blocks that are final, since its number was found unused.
select p.id, i.source_hash as "script!", i.source_index as "number!", f.height as "height!", p.safe_tx_hash as "safeTxHash!",
  array(select o.tx_hash from outgoing o where o.network = 'eth' and o.status in ('IN_BLOCK', 'FINAL') and o.block_height <= f.height
    and o.block_height > coalesce(p.unused_to, -1)
    and exists (select from outgoing_input x where x.outgoing_id = o.id and x.script = i.source_hash) order by o.block_height)::text[] as "txHashes!"
from prepared_transaction p join prepared_input i on i.prepared_id = p.id and i.held
cross join (select settled_height(c, 64) as height from chain_cursor c where c.network = 'eth') f
where p.status = 'PREPARED' and p.safe_tx_hash is not null and f.height > coalesce(p.unused_to, -1)
order by p.id limit :limit

-- name: isLeaving
select is_leaving_prepared(:id::uuid) as "leaving!"

-- name: isFinal
select exists (select from outgoing where network = 'eth' and tx_hash = :txHash and status = 'FINAL') as "final!"

-- name: endBatch
update prepared_transaction set status = :status, tx_hash = :txHash?, used_up_at = :height::bigint, reason = :reason?, ended_by = :by,
  ended_at = business_now()
where id = :id::uuid
