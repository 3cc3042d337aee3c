-- name: tipOf
select height, hash, parent_hash as "parentHash", block_time as "blockTime"
from sandbox_block where network = :network and active order by height desc limit 1

-- name: isAnyInMempool
select exists (select from sandbox_transfer where network = :network and state = 'MEMPOOL') as "waits!"
