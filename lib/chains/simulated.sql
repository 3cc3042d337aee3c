-- name: header
select height, hash, parent_hash, block_time from sandbox_block
where network = :network and height = :height and active

-- name: head
select height, hash, parent_hash, block_time from sandbox_block
where network = :network and active order by height desc limit 1

-- name: block
select * from sandbox_transfer where block_hash = :hash and state = 'MINED' order by position, output_index

-- name: mempool
select * from sandbox_transfer where network = :network and state = 'MEMPOOL' order by sent_at, tx_hash, output_index

-- name: finalOutcome
select state, gone_reason from sandbox_transfer where network = :network and tx_hash = :txHash limit 1
