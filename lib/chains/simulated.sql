-- name: tipOf
select height, hash, parent_hash as "parentHash", block_time as "blockTime"
from sandbox_block where network = :network and active order by height desc limit 1

-- name: blockAt
select height, hash, parent_hash as "parentHash", block_time as "blockTime",
  exists (select from (select block_hash from sandbox_transfer where block_hash >= b.hash and state = 'MINED' order by block_hash limit 1) n
    where n.block_hash = b.hash) as "holds!"
from sandbox_block b where network = :network and height = :height and active

-- name: isAnyInMempool
select exists (select from sandbox_transfer where network = :network and state = 'MEMPOOL') as "waits!"

-- name: feeEstimateOf
select fee_estimate as "feeEstimate" from sandbox_chain where network = :network

-- name: unspentOf
select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.address, t.quantity_units::numeric as "units!", b.height
from sandbox_transfer t join sandbox_block b on b.hash = t.block_hash
where t.network = :network and t.state = 'MINED' and t.script = any(:scripts::text[])
  and not exists (select from sandbox_transfer s where s.network = :network and s.state = 'MINED'
    and s.spends <> '{}' and s.spends @> array[t.tx_hash || ':' || t.output_index])
order by b.height, t.tx_hash, t.output_index
