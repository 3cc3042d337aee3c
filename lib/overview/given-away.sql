-- name: readGivenAway
-- The clock is read once: a period may have very many bills.
with made as materialized (
  select b.id, b.account_id, b.subaccount, b.crypto, b.asset, b.fiat, b.fiat_units, b.created_at,
    b.expires_at < (select business_now()) and b.promised_units = 0 as over
  from bill b where b.created_at >= :from and b.created_at < :to and promises_price(b)
), parts as (
  select f.bill_id, sum(f.fiat_units) as paid, coalesce(sum(m.units), 0) as market,
    coalesce(sum(greatest(f.fiat_units - m.units, 0)), 0) as given, coalesce(sum(f.fiat_units) filter (where m.units is null), 0) as unmeasured
  from made b join fill f on f.bill_id = b.id and f.method = 'RFQ' and f.reversed_at is null
  cross join lateral (select market_fiat(f, b.asset, b.fiat) as units) m group by f.bill_id
)
select to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD') as "day!", a.name as "account!", b.subaccount as "subaccount!", b.crypto, b.fiat,
  count(*)::integer as "bills!", sum(b.fiat_units) as "promised!", coalesce(sum(p.paid), 0) as "paid!", coalesce(sum(p.market), 0) as "market!",
  count(*) filter (where u.unused)::integer as "unused_bills!", coalesce(sum(b.fiat_units) filter (where u.unused), 0) as "unused!",
  coalesce(sum(p.given), 0) as "given!", coalesce(sum(p.unmeasured), 0) as "unmeasured!"
from made b join account a on a.id = b.account_id left join parts p on p.bill_id = b.id
cross join lateral (select p.bill_id is null and b.over as unused) u
group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5

-- name: readHabits
with made as materialized (
  select b.id, b.account_id, b.subaccount, b.price, b.expiry_bid, b.expires_at < (select business_now()) and b.promised_units = 0 as over
  from bill b where b.created_at >= :from and b.created_at < :to and promises_price(b)
), parts as (
  select f.bill_id, bool_and(f.market_bid < f.price) as below, bool_or(f.market_bid is null) as unknown
  from made b join fill f on f.bill_id = b.id and f.method = 'RFQ' and f.reversed_at is null group by f.bill_id
), judged as (
  select b.account_id, b.subaccount, p.below, case when p.bill_id is null then b.expiry_bid end as bid, b.price,
    p.bill_id is not null as paid, b.over
  from made b left join parts p on p.bill_id = b.id where p.unknown is not true
)
select a.name as "account!", j.subaccount as "subaccount!", count(*) filter (where paid)::integer as "paid!",
  count(*) filter (where paid and below)::integer as "paid_below!", count(*) filter (where over and bid is not null)::integer as "unpaid!",
  count(*) filter (where over and bid >= price)::integer as "unpaid_above!"
from judged j join account a on a.id = j.account_id group by 1, 2
having count(*) filter (where paid or (over and bid is not null)) >= :least order by 1, 2
