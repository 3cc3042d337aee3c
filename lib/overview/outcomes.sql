-- name: outcomes
select bill_outcome(b, :now::timestamptz) as "outcome!", b.fiat, count(*)::integer as "count!", sum(b.fiat_units) as "units!"
from bill b where b.account_id = :accountId::uuid and b.created_at >= :from::timestamptz and b.created_at <= :now::timestamptz group by 1, 2

-- name: expiring
select floor(extract(epoch from b.expires_at - :now::timestamptz) / 60)::integer as "minute!", b.fiat, count(*)::integer as "count!", sum(b.fiat_units) as "units!"
from bill b where b.account_id = :accountId::uuid and b.standing_deposits = 0
  and b.expires_at >= :now::timestamptz and b.expires_at < :now::timestamptz + make_interval(mins => :minutes::integer) group by 1, 2
