-- name: insertUsed
insert into wallet_used (wallet_id, index, height)
select :walletId::uuid, u.index, u.height
from unnest(:indexes::bigint[], :heights::bigint[]) u(index, height) on conflict do nothing

-- name: moveNextIndex
update wallet set next_index = greatest(next_index, 1 + (select max(index) from wallet_used where wallet_id = :walletId::uuid))
where id = :walletId::uuid

-- name: finishHistory
update wallet_history set finished_at = now(), fault = null, failure = null where wallet_id = :walletId::uuid
