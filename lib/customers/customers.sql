-- name: billsOfCustomer
select s.outcome as "outcome!", s.fiat as "fiat!", sum(s.bills)::integer as "count!", sum(s.units) as "units!"
from bill_sums(:accountId::uuid, :subaccount, :from::timestamptz, :to::timestamptz, :now::timestamptz) s
group by 1, 2 having sum(s.bills) > 0

-- name: waitingOfCustomer
select b.asset, count(distinct b.id)::integer as "count!", sum(d.unconverted_units - d.reserved_units) as "units!"
from bill b cross join lateral convertible_deposits(b) d
where b.account_id = :accountId::uuid and b.subaccount = :subaccount
  and b.created_at >= :from::timestamptz and b.created_at < :to::timestamptz
  and b.unconverted_units > b.locked_units group by 1

-- name: arrivalsOfCustomer
-- Bills by when their first payment came; the outermost minutes stand for all beyond.
select least(greatest(m.minute, -:most::integer), :most::integer) as "minute!", count(*)::integer as "count!"
from bill b cross join lateral (select minutes_to_payment(b) as minute) m
where b.account_id = :accountId::uuid and b.subaccount = :subaccount
  and b.created_at >= :from::timestamptz and b.created_at < :to::timestamptz and m.minute is not null group by 1 order by 1

-- name: exposureOfCustomer
-- Promises that a payment may still take up, by fiat, and crypto that no block has confirmed yet, by asset; whenever the bills were made.
select 'PROMISED' as "kind!", b.fiat as "asset!", count(*)::integer as "count!", sum(l.fiat_units) as "units!"
from bill b cross join lateral promise_of(b, :now::timestamptz) l
where b.account_id = :accountId::uuid and b.subaccount = :subaccount and b.promised_units > 0 and still_promises(b, :now::timestamptz) group by 2
union all select 'UNCONFIRMED', d.asset, count(distinct d.bill_id)::integer, sum(d.quantity_units)
from bill b join deposit d on d.bill_id = b.id
where b.account_id = :accountId::uuid and b.subaccount = :subaccount and d.status = 'UNCONFIRMED' and not d.wrong_asset group by 2
