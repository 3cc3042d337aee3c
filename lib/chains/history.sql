-- name: unfinishedHistories
select h.wallet_id, w.kind, w.network, w.xpub, h.first_height, h.gap_limit, h.from_index, h.next_height
from wallet_history h join wallet w on w.id = h.wallet_id where h.finished_at is null order by w.created_at

-- name: moveHistory
update wallet_history set from_index = :fromIndex, next_height = :nextHeight, fault = null
where wallet_id = :walletId::uuid and from_index = :wasFromIndex and next_height = :wasNextHeight

-- name: insertUsed
insert into wallet_used (wallet_id, index, height)
select :walletId::uuid, u.index, u.height
from unnest(:keys::bigint[], :values::bigint[]) u(index, height) on conflict do nothing

-- name: highestUsed
select max(index) as highest from wallet_used where wallet_id = :walletId::uuid

-- name: moveNextIndex
update wallet set next_index = greatest(next_index, 1 + (select max(index) from wallet_used where wallet_id = :walletId::uuid))
where id = :walletId::uuid

-- name: finishHistory
update wallet_history set finished_at = now(), fault = null where wallet_id = :walletId::uuid

-- name: writeHistoryFault
update wallet_history set fault = :sentence where wallet_id = :walletId::uuid and fault is distinct from :sentence
