-- name: lockSeals
select pg_try_advisory_xact_lock(:sealLock) as "mine!"

-- name: unsealedLines
-- Looked for in every round, among all seals: the clock is read once, as no index is asked by one that goes on, and from the
-- seal that reaches furthest down to the first that is old.
with settled as (
  select coalesce((select upper(lines) from audit_seal where sealed_at < (select clock_timestamp() - make_interval(secs => :settledSeconds))
    order by upper(lines) desc limit 1), 0) as floor
), recent as (
  select coalesce(range_agg(lines), '{}'::int8multirange) as covered from audit_seal
  where sealed_at >= (select clock_timestamp() - make_interval(secs => :settledSeconds))
), open as (
  select a.seq, audit_line_hash(a) as hash from audit a, settled, recent
  where a.seq >= settled.floor and not (recent.covered @> a.seq) order by a.seq limit :limit
)
select count(*)::integer as "count!", range_agg(int8range(seq, seq + 1))::text as lines,
  sha256(string_agg(hash, ''::bytea order by seq)) as hash from open

-- name: insertSeal
insert into audit_seal (id, lines, line_count, lines_hash, hash)
values (:id, :lines::int8multirange, :lineCount, :linesHash, :hash)

-- name: readSeals
select id, lines::text as "lines!", line_count, lines_hash, hash from audit_seal where id > :after order by id limit :limit

-- name: linesUnder
select jsonb_build_array(a.seq, floor(extract(epoch from a.at) * 1000000)::bigint, a.actor, a.action, a.account_id,
  a.object_kind, a.object_id, a.detail, a.request_id, a.client_address)::text as "line!"
from audit_seal s cross join lateral unnest(s.lines) as part(lines)
join audit a on a.seq >= lower(part.lines) and a.seq < upper(part.lines) where s.id = :sealId order by a.seq

-- name: countLines
with covered as (select coalesce(range_agg(lines), '{}'::int8multirange) as lines from audit_seal),
settled as (
  select coalesce(max(upper(lines)), 0) as floor from audit_seal
  where sealed_at < clock_timestamp() - make_interval(secs => :settledSeconds)
)
select count(*) filter (where covered.lines @> a.seq)::integer as "covered!",
  count(*) filter (where not covered.lines @> a.seq and a.seq >= settled.floor)::integer as "waiting!",
  count(*) filter (where not covered.lines @> a.seq and a.seq < settled.floor)::integer as "slipped!"
from covered, settled left join audit a on true where a.seq is not null
