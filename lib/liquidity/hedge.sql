-- name: readPositions
select asset, fiat, units from book_position where units <> 0 order by asset, fiat

-- name: readBook
-- What the book holds of a fiat and against it, in one statement: a trade is in both or in neither.
select coalesce((select balance from ledger_account where code = 'house:book' and asset = :fiat), 0)::numeric as "fiat_units!", p.asset, p.units
from (select) one left join book_position p on p.fiat = :fiat and p.units <> 0 order by p.asset

-- name: readToHedge
select asset as "asset!", fiat as "fiat!", sum(units) as "units!", sum(seen) as "seen!" from (
  select asset, fiat, units, 0 as seen from book_position where units <> 0
  union all
  select asset, fiat, 0, units from seen_promises() where :seen::boolean
) p group by 1, 2 order by 1, 2

-- name: readHedges
-- An open hedge comes first, whatever was placed after it; what others have traded, or was found late, is no hedge under way.
select o.asset as base, o.fiat, o.status, o.side, case when o.status = 'OPEN' then o.quantity_units else 0 end as "open_units!",
  (extract(epoch from business_now() - o.created_at) * 1000)::double precision as "since_last!",
  (extract(epoch from business_now() - o.updated_at) * 1000)::double precision as "since_update!"
from unnest(:bases::text[]) b (base) cross join unnest(:fiats::text[]) f (fiat)
cross join lateral (
  (select 1 as rank, h.id from venue_order h where h.purpose = 'HEDGE' and h.status = 'OPEN' and h.asset = b.base and h.fiat = f.fiat)
  union all
  (select 2, h.id from venue_order h where h.purpose = 'HEDGE' and h.asset = b.base and h.fiat = f.fiat and h.status not in ('FOREIGN', 'LATE')
    order by h.created_at desc, h.id desc limit 1)
  order by rank limit 1) n
join venue_order o on o.id = n.id

-- name: readOpenAges
select p.crypto as "crypto!", (extract(epoch from business_now() - o.at) * 1000)::double precision as "age!"
from (select crypto_of(asset) as crypto from book_position group by 1 having sum(units) > 0) p
cross join lateral (
  select min(l.at) as at from book_position b join book_lot l on l.asset = b.asset and l.fiat = b.fiat
  where crypto_of(b.asset) = p.crypto and l.upto > b.bought_units - b.units
) o
where o.at is not null

-- name: readOpenedAt
select p.base as "base!", p.fiat as "fiat!", o.at as "opened_at!", (extract(epoch from business_now() - o.at) * 1000)::double precision as "age!"
from unnest(:bases::text[], :fiats::text[], :leasts::numeric[]) p (base, fiat, at_least)
cross join lateral (select hedge_opened_at(p.base, p.fiat, p.at_least) as at) o
where o.at is not null

-- name: readStops
select base, fiat, opened_at, age_limit_ms, size_limit::text as size_limit, stopped_at from hedge_stop order by base, fiat

-- name: upsertStop
insert into hedge_stop (base, fiat, units, opened_at, age_limit_ms, size_limit, stopped_at)
values (:base, :fiat, :units::numeric, :openedAt::timestamptz, :ageLimitMs?::bigint, :sizeLimit?::numeric, business_now())
on conflict (base, fiat) do update set units = excluded.units, opened_at = excluded.opened_at,
  age_limit_ms = excluded.age_limit_ms, size_limit = excluded.size_limit
returning xmax = 0 as "made!"

-- name: deleteStop
delete from hedge_stop where base = :base and fiat = :fiat returning base

-- name: lockHedge
select pg_advisory_xact_lock(hashtextextended('hedge ' || :pair, 0))::text as locked

-- name: lockSale
select pg_advisory_xact_lock(hashtextextended('sale ' || :pair, 0))::text as locked

-- name: readFees
select l.asset, l.code, -(l.balance * case l.normal when 'DEBIT' then 1 else -1 end) as "units!" from ledger_account l
where l.code in ('house:fee:service', 'house:fee:transaction', 'house:network-fee', 'house:venue-fee') and not is_fiat(l.asset)
  and not is_gas(l.asset) and l.balance <> 0
order by l.asset, l.code

-- name: venueHoldings
select distinct substr(code, 7) as "venue!", asset from ledger_account where code like 'venue:%' order by 1, 2

-- name: dayToSweep
select to_char(d.today - 1, 'YYYY-MM-DD') as "day!"
from (select (business_now() at time zone house_zone())::date as today) d
where business_now() < day_begins(d.today, house_zone()) + make_interval(secs => :windowSeconds::double precision)

-- name: insertSweep
insert into venue_sweep (venue, asset, day, units, at) values (:venue, :asset, to_date(:day, 'YYYY-MM-DD'), 0, business_now())
on conflict do nothing returning units

-- name: lockSweep
select pg_advisory_xact_lock(hashtextextended('sweep ' || :name, 0))::text as locked
