-- name: claimFeeds
-- No turn is further ahead than this, unless the clock was set back.
insert into price_feed as f (source, next_at)
select source, clock_timestamp() + :everyMs::double precision * interval '1 millisecond' from unnest(:sources::text[]) source
on conflict (source) do update set next_at = excluded.next_at where f.next_at <= clock_timestamp()
  or f.next_at > clock_timestamp() + case when f.failures = 0 then :everyMs::double precision else :mostMs::double precision end * interval '1 millisecond'
returning source

-- name: insertSamples
insert into price_sample (source, base, fiat, bid, ask, at, stored_at)
select :source, q.base, q.fiat, q.bid, q.ask, q.at, business_now()
from unnest(:bases::text[], :fiats::text[], :bids::numeric[],
  :asks::numeric[], :ats::timestamptz[]) q(base, fiat, bid, ask, at)

-- name: updateFeed
update price_feed set last_error = :fault?, failures = case when :failed then failures + 1 else 0 end,
  read_at = case when :failed then read_at else clock_timestamp() end,
  next_at = case when :failed then clock_timestamp() + least(:waitMs::double precision * power(2, least(failures, 20)), :mostMs::double precision) * interval '1 millisecond' else next_at end
where source = :source

-- name: upsertReference
insert into price_reference as r (base, fiat, bid, at) values (:base, :fiat, :bid::numeric, :at)
on conflict (base, fiat) do update set bid = excluded.bid, at = excluded.at
where r.at < excluded.at or r.at > business_now() + make_interval(secs => :aheadSeconds)

-- name: deleteSamplesBefore
delete from price_sample where stored_at < business_now() - :ageMs::double precision * interval '1 millisecond'

-- name: readReferenceAges
select base || '/' || fiat as "pair!", (extract(epoch from business_now() - at) * 1000)::double precision as "age!"
from price_reference order by 1

-- name: upsertBooks
insert into price_book as b (source, base, fiat, levels, at)
select :source, r.base, r.fiat, r.levels, :at::timestamptz
from jsonb_to_recordset(:rows::jsonb) r(base text, fiat text, levels jsonb)
on conflict (source, base, fiat) do update set levels = excluded.levels, at = excluded.at
where b.at < excluded.at or b.at > business_now() + make_interval(secs => :aheadSeconds)

-- name: storedSamples
select s.source as "source!", s.bid as "bid!", s.ask as "ask!", s.at as "at!", b.levels from (
  select distinct on (source) source, bid, ask, at from price_sample
  where base = :base and fiat = :fiat and stored_at > business_now() - make_interval(secs => :lookBackSeconds) and at <= business_now() + make_interval(secs => :aheadSeconds) order by source, at desc
) s left join price_book b on b.source = s.source and b.base = :base and b.fiat = :fiat
  and b.at > business_now() - make_interval(secs => :freshSeconds) and b.at <= business_now() + make_interval(secs => :aheadSeconds)

-- name: lastGood
select bid, at from price_reference where base = :base and fiat = :fiat

-- name: sandboxPrices
select base, fiat, bid, stale, levels from sandbox_price

-- name: lastEurBids
select coalesce(jsonb_object_agg(base, bid::text), '{}') as "bids!" from price_reference where fiat = 'EUR'

-- name: pairsToKeep
select p.base as "base!", p.fiat as "fiat!" from unnest(:bases::text[], :fiats::text[]) p(base, fiat)
where not exists (select from price_history h where h.base = p.base and h.fiat = p.fiat
  and h.at > business_now() - :everyMs::double precision * interval '1 millisecond')

-- name: insertPrices
insert into price_history (base, fiat, at, bid, ask)
select k.base, k.fiat, k.at, k.bid, k.ask
from unnest(:bases::text[], :fiats::text[], :ats::timestamptz[], :bids::numeric[], :asks::numeric[]) k(base, fiat, at, bid, ask)
on conflict do nothing

-- name: pricesAt
select i.nth::integer as "nth!", p.base as "base!", p.fiat as "fiat!", h.bid as "bid!", h.ask as "ask!", h.at as "at!"
from unnest(:bases::text[], :fiats::text[]) p(base, fiat)
cross join unnest(:instants::timestamptz[]) with ordinality i(at, nth)
cross join lateral (select * from price_history k where k.base = p.base and k.fiat = p.fiat and k.at < i.at order by k.at desc limit 1) h
