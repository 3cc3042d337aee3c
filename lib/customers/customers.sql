-- name: billsOfCustomer
select bill_outcome(b, :now::timestamptz) as "outcome!", b.fiat, count(*)::integer as "count!", sum(b.fiat_units) as "units!"
from bill b where b.account_id = :accountId::uuid and b.subaccount = :subaccount
  and b.created_at >= :from::timestamptz and b.created_at < :to::timestamptz group by 1, 2

-- name: waitingOfCustomer
select b.asset, count(*)::integer as "count!", sum(b.unconverted_units - b.locked_units - b.reserved_units) as "units!"
from bill b where b.account_id = :accountId::uuid and b.subaccount = :subaccount
  and b.created_at >= :from::timestamptz and b.created_at < :to::timestamptz
  and b.unconverted_units > b.locked_units + b.reserved_units group by 1
