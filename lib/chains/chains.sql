-- name: readCursor
select height, hash, head_height, agreed_height, final_height, paused_reason, paused_failure, deep_allowed, fee_estimate is not null as "estimated!", (extract(epoch from business_now() - scanned_at) * 1000)::double precision as "age_ms!",
  (select count(*) > 1 from chain_range r where r.network = c.network) as "has_gaps!"
from chain_cursor c where network = :network

-- name: holdCursor
select network from chain_cursor where network = :network for update

-- name: lockCursor
select network from chain_cursor where network = :network and hash = :hash for update

-- name: openCursor
insert into chain_cursor (network, height, hash, head_height, scanned_at)
values (:network, :height, :hash, :height, business_now()) on conflict do nothing

-- name: insertBlocks
insert into chain_block (network, hash, height, parent_hash, block_time, seen_at)
select :network, b.hash, b.height, b.parent_hash, b.block_time, business_now()
from unnest(:hashes::text[], :heights::bigint[], :parentHashes::text[], :times::timestamptz[])
  b(hash, height, parent_hash, block_time)
on conflict (network, hash) do update set orphaned = false

-- name: moveCursor
update chain_cursor set height = :height, hash = :hash, head_height = :headHeight,
  agreed_height = :agreed?::bigint, scanned_at = business_now()
where network = :network and hash = :from

-- name: touchCursor
update chain_cursor set head_height = :headHeight, final_height = greatest(final_height, :final?::bigint),
  fee_estimate = :estimate?::numeric, deep_allowed = false, scanned_at = business_now() where network = :network
