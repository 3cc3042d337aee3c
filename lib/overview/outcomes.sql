-- name: outcomes
select s.outcome as "outcome!", s.fiat as "fiat!", sum(s.bills)::integer as "count!", sum(s.units) as "units!"
from bill_sums(:accountId::uuid, null, :from::timestamptz, :now::timestamptz + interval '1 microsecond', :now::timestamptz) s
group by 1, 2 having sum(s.bills) > 0

-- name: expiring
select floor(extract(epoch from b.expires_at - :now::timestamptz) / 60)::integer as "minute!", b.fiat, count(*)::integer as "count!", sum(b.fiat_units) as "units!"
from bill b where b.account_id = :accountId::uuid and b.standing_deposits = 0
  and b.expires_at >= :now::timestamptz and b.expires_at < :now::timestamptz + make_interval(mins => :minutes::integer) group by 1, 2
