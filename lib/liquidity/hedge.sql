-- name: readPositions
select asset, fiat, units from book_position where units <> 0 order by asset, fiat

-- name: readHedges
select p.base, p.fiat, o.status, case when o.status = 'OPEN' then o.quantity_units else 0 end as "open_units!",
  (extract(epoch from business_now() - o.created_at) * 1000)::double precision as "since_last!",
  (extract(epoch from business_now() - o.updated_at) * 1000)::double precision as "since_update!"
from (select distinct crypto_of(asset) as "base!", fiat from book_position) p
cross join lateral (select * from venue_order h where h.purpose = 'HEDGE' and h.asset = p.base and h.fiat = p.fiat
  order by h.created_at desc, h.id desc limit 1) o

-- name: lockHedge
select pg_advisory_xact_lock(hashtextextended('hedge ' || :pair, 0))::text as locked

-- name: exposedUnits
select abs(coalesce((select sum(units) from book_position where crypto_of(asset) = :crypto), 0))
  + coalesce((select sum(b.quantity_units) from account a cross join unnest(:fiats::text[]) f(fiat)
    join bill b on b.account_id = a.id and b.fiat = f.fiat and b.amount_units = 0 and b.expires_at > business_now()
    where crypto_of(b.asset) = :crypto and b.strategy <> 'RAI'), 0) as "units!"

-- name: lockExposure
select pg_advisory_xact_lock(hashtextextended('exposure ' || :crypto, 0))::text as locked

-- name: lockSweep
select pg_advisory_xact_lock(hashtextextended('sweep ' || :fiat, 0))::text as locked
