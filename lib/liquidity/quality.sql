-- part: tradedOrders
-- What of each order was traded in a period, with the mids that it is measured against.
sold as (
  select order_id, venue, min(at) as at, count(*) as trades, sum(quantity_units) as units, sum(proceeds) as proceeds,
    sum(fiat_units) as fiat_units, sum(fee_units) as fee_units
  from venue_trade where at between :from and :to group by 1, 2
), orders as (
  select o.id, s.at, o.deposit_id, o.conversion_id, d.bill_id, o.side, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, s.venue, s.trades, s.fiat_units, s.fee_units, s.units, s.proceeds,
    case o.side when 'SELL' then 1 else -1 end as sign,
    case o.purpose when 'HEDGE' then case o.side when 'SELL' then 'POOLED' else 'BOUGHT_BACK' end when 'INVOICE' then 'INVOICE' else b.strategy end as strategy,
    o.asset as base, o.fiat, s.units / power(10::numeric, case when o.asset in ('BTC', 'BCH') then 8 else 6 end) as quantity,
    coalesce((select (q.price_inputs ->> 'mid')::numeric from quote q where q.conversion_id = o.conversion_id and q.quoted_at <= o.created_at
      order by q.quoted_at desc limit 1), o.mid_placed) as mid_quote, o.mid_filled as mid_execution
  from sold s join venue_order o on o.id = s.order_id left join deposit d on d.id = o.deposit_id left join bill b on b.id = d.bill_id
)

-- name: readExecutions
with
-- include: lib/liquidity/quality.sql tradedOrders
select day as "day!", strategy as "strategy!", venue, base, fiat, count(*)::integer as "orders!", sum(trades)::integer as "trades!", sum(sign * units) as "units!",
  sum(sign * fiat_units) as "fiat_units!", sum(fee_units) as "fee_units!",
  coalesce(sum(sign * quantity * mid_quote) filter (where mid_execution is not null), 0) as "at_quote!",
  coalesce(sum(sign * quantity * mid_execution) filter (where mid_quote is not null), 0) as "at_execution!",
  coalesce(sum(sign * proceeds) filter (where mid_quote is not null and mid_execution is not null), 0) as "measured_fiat!"
from orders group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5

-- name: soldOrders
-- The orders that readExecutions adds up, the one that was placed last first.
with
-- include: lib/liquidity/quality.sql tradedOrders
select o.id as "id!", o.at as "at!", o.day as "day!", o.strategy as "strategy!", o.venue as "venue!", o.side as "side!", o.base as "base!", o.fiat as "fiat!",
  o.trades as "trades!", o.sign * o.units as "units!", o.sign * o.fiat_units as "fiat_units!", o.fee_units as "fee_units!",
  o.conversion_id, o.bill_id, a.name as account, o.mid_quote, o.mid_execution,
  case when o.mid_execution is not null then o.sign * o.quantity * o.mid_quote end as at_quote,
  case when o.mid_quote is not null then o.sign * o.quantity * o.mid_execution end as at_execution, o.sign * o.proceeds as "measured_fiat!"
from orders o left join conversion v on v.id = o.conversion_id left join bill b on b.id = o.bill_id
  left join account a on a.id = coalesce(v.account_id, b.account_id)
where (:day?::text is null or o.day = :day?::text) and (:strategy?::text is null or o.strategy = :strategy?::text)
  and (:venue?::text is null or o.venue = :venue?::text) and (:base?::text is null or o.base = :base?::text)
  and o.fiat = :fiat and (:before?::uuid is null or o.id < :before?::uuid)
order by o.id desc limit :count::integer

-- name: readHouseAccounts
select to_char(m.day, 'YYYY-MM-DD') as "day!", m.strategy as "strategy!", replace(m.code, 'house:', '') as "account!", m.event as "event!",
  m.asset as "asset!", m.units as "units!"
from house_moved(:from::timestamptz, :to::timestamptz + interval '1 microsecond') m order by 1 desc, 2, 3, 4, 5
