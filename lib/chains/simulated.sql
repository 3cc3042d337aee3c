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

-- name: transfersIn
select tx_hash as "txHash", output_index as "outputIndex", position, asset, script, address, source_address as "sourceAddress",
  quantity_units::numeric as "units!", spends, source_script as "sourceScript"
from sandbox_transfer where block_hash = :blockHash and state = 'MINED' order by position, output_index

-- name: mempoolOf
select tx_hash as "txHash", output_index as "outputIndex", position, asset, script, address, source_address as "sourceAddress",
  quantity_units::numeric as "units!", spends, source_script as "sourceScript"
from sandbox_transfer where network = :network and state = 'MEMPOOL' order by sent_at, tx_hash, output_index

-- name: feeOf
select fee_rate as "feeRate", replaceable from sandbox_transfer
where network = :network and tx_hash = :txHash and state = 'MEMPOOL' limit 1

-- name: outcomeOf
select state, gone_reason as "goneReason" from sandbox_transfer where network = :network and tx_hash = :txHash limit 1

-- name: worthOf
select o.name as "name!", t.quantity_units::numeric as "units!"
from unnest(:outputs::text[]) o(name) join sandbox_transfer t on t.network = :network and t.state = 'MINED'
  and t.tx_hash = split_part(o.name, ':', 1) and t.tx_hash || ':' || t.output_index = o.name
where not exists (select from sandbox_transfer s where s.network = :network and s.state = 'MINED'
  and s.spends <> '{}' and s.spends @> array[o.name])

-- name: movedBy
select script, source_script as "sourceScript", quantity_units::numeric as "units!" from sandbox_transfer
where network = :network and asset = :asset and state = 'MINED'
  and (script = any(:scripts::text[]) or source_script = any(:scripts::text[]))

-- name: inputsOf
select spends from sandbox_transfer where network = :network and tx_hash = :txHash order by output_index limit 1
