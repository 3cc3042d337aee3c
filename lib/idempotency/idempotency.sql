-- name: completeRow
update idempotency set completed_at = clock_timestamp(), body = :body, headers = :headers::jsonb,
  status = :status::smallint, in_flight_until = clock_timestamp() + make_interval(secs => :openSeconds?)
where account_id = :accountId::uuid and method = :method and path = :path and key = :key
  and owner = :owner::uuid and completed_at is null

-- name: deleteOld
delete from idempotency where (account_id, method, path, key) in (
  select account_id, method, path, key from idempotency
  where claimed_at < clock_timestamp() - make_interval(hours => :keptHours) order by claimed_at limit 5000)

-- name: claimKeys
-- What is known of keys that are sent, and a claim for those that are free. A key that is known is read and not locked, so
-- that nobody waits for what another account's transaction does under its own.
with sent as materialized (
  select * from unnest(:accountIds::uuid[], :methods::text[], :paths::text[], :keys::text[], :payloadHashes::text[], :owners::uuid[])
    with ordinality as a(account_id, method, path, key, payload_hash, owner, nth)
), known as materialized (
  select a.nth, i.payload_hash, i.body, i.headers, i.status, coalesce(i.in_flight_until > clock_timestamp(), false) as in_flight, i.claimed_at < clock_timestamp() - make_interval(hours => :keptHours) as is_old
  from sent a join idempotency i on i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
), made as (
  insert into idempotency (account_id, method, path, key, payload_hash, owner)
  select a.account_id, a.method, a.path, a.key, a.payload_hash, a.owner from sent a
  where not exists (select from known k where k.nth = a.nth) order by 1, 2, 3, 4
  on conflict do nothing returning owner
), over as materialized (
  select a.* from known k join sent a on a.nth = k.nth and k.is_old
  join idempotency i on i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
  where i.claimed_at < clock_timestamp() - make_interval(hours => :keptHours) for update of i skip locked
), renewed as (
  update idempotency i set payload_hash = a.payload_hash, owner = a.owner, claimed_at = clock_timestamp(), completed_at = null, body = null, in_flight_until = null
  from over a where i.account_id = a.account_id and i.method = a.method and i.path = a.path and i.key = a.key
  returning i.owner
)
select a.owner in (select owner from made union all select owner from renewed) as "claimed!",
  k.payload_hash, k.body, k.headers, k.status, k.in_flight, set_config('synchronous_commit', 'off', true)
from sent a left join known k on k.nth = a.nth and not k.is_old order by a.nth

-- name: takeOver
update idempotency set owner = :owner, claimed_at = clock_timestamp()
where account_id = :accountId and method = :method and path = :path and key = :key and payload_hash = :payloadHash
  and completed_at is null and claimed_at < clock_timestamp() - make_interval(secs => :leaseSeconds)

-- part: lockClaims
-- Those of completion whose claim is open and still their owner's, locked in the order in which claims are made.
select c.* from completion c
join idempotency i on i.account_id = c.account_id and i.method = c.method and i.path = c.path and i.key = c.key and i.owner = c.owner
where i.completed_at is null order by i.account_id, i.method, i.path, i.key for update of i

-- part: completeClaims
-- Keeps the answers of claimed; answers the owners of the claims.
update idempotency i set completed_at = clock_timestamp(), body = c.body, headers = c.headers, status = c.status
from claimed c where i.account_id = c.account_id and i.method = c.method and i.path = c.path and i.key = c.key and i.owner = c.owner
returning i.owner

-- name: readClaim
-- Whether it is in flight is judged by the clock that has set it.
select i.payload_hash, i.body, i.headers, i.status, coalesce(i.in_flight_until > clock_timestamp(), false) as "in_flight!" from idempotency i
where i.account_id = :accountId::uuid and i.method = :method and i.path = :path and i.key = :key
