-- name: recordGas
insert into gas_payment as g (id, network, tx_hash, script, block_height, block_hash, value_wei, seen_at)
values (:id::uuid, :network, :txHash, :script, :height::bigint, :hash, :value::numeric, business_now())
on conflict (network, tx_hash) do update set block_height = excluded.block_height, block_hash = excluded.block_hash, fee_wei = null
where g.block_hash is distinct from excluded.block_hash
returning (xmax = 0)::boolean as "isNew!"

-- name: unplaceGas
update gas_payment set block_height = null, block_hash = null, fee_wei = null where network = :network and block_hash = :hash

-- name: unweighedGas
select id, tx_hash as "txHash" from gas_payment where fee_wei is null and block_hash is not null and network = :network
order by seen_at limit :limit

-- name: weighGas
update gas_payment set fee_wei = :fee::numeric where id = :id::uuid and block_hash = :hash and fee_wei is null
