-- name: recordGas
insert into gas_payment as g (id, network, tx_hash, script, block_height, block_hash, value_wei, seen_at)
values (:id::uuid, :network, :txHash, :script, :height::bigint, :hash, :value::numeric, business_now())
on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash, fee_wei = null
where g.block_hash is distinct from excluded.block_hash
returning (xmax = 0)::boolean as "isNew!"
