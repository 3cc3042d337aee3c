-- name: openPromises
select coalesce(sum(fiat_units), 0) as "total!" from bill
where account_id = :accountId::uuid and fiat = :fiat and expires_at > :now and amount_units = 0

-- name: lockAccount
select id from account where id = :accountId::uuid for update

-- name: billsToExpire
select id from bill where not expiry_told and expires_at < business_now() order by expires_at limit :limit

-- name: claimExpiry
update bill set expiry_told = true, updated_at = business_now()
where id = any(:billIds::uuid[]) and not expiry_told returning id

-- name: lockBills
select b.*, (select business_now()) as "now!", bill_status(b, (select business_now())) as "shown_status!",
bill_amount_status(b, (select business_now())) as "amount_status!" from bill b
where id = any(:billIds::uuid[]) and (:accountId?::uuid is null or account_id = :accountId?::uuid)
order by id for update of b

-- name: markCompletionTold
update bill set completion_told = (id = any(:idsOf::uuid[])) where id = any(:billIds::uuid[])

-- name: billByAddress
select a.nth as "nth!", b.id, b.asset, b.script
from unnest(:addressKeys::text[], :accountIds::uuid[])
  with ordinality a(address_key, account_id, nth)
join account c on a.account_id is null or c.id = a.account_id
cross join lateral (
  select b.id, b.asset, d.script from bill b join deposit_address d on d.bill_id = b.id
  where b.account_id = c.id and b.address_key = a.address_key limit 1
) b
