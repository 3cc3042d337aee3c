-- name: lockAccount
select id from account where id = :accountId::uuid for update

-- name: areOwn
select exists (select from bill where id = :billId?::uuid and account_id = :accountId::uuid) as "bill!",
  exists (select from deposit where id = :depositId?::uuid and account_id = :accountId::uuid) as "deposit!"

-- name: payableBills
select distinct d.bill_id from deposit d
where d.account_id = :accountId::uuid and d.asset = :asset
  and (:billId?::uuid is null or d.bill_id = :billId?::uuid)
  and (:depositId?::uuid is null or d.id = :depositId?::uuid)
  and (d.unconverted_units > d.locked_units or (d.pending_units > 0 and d.status in ('HELD', 'DECLINED')))
order by d.bill_id

-- name: lockPayable
select id, bill_id, asset, status, pending_units, unconverted_units, locked_units from deposit
where bill_id = any(:billIds::uuid[]) and asset = :asset
  and (:depositId?::uuid is null or id = :depositId?::uuid)
order by created_at, id for update
