-- name: completeRow
update idempotency set completed_at = clock_timestamp(), body = :body, headers = :headers::jsonb,
  status = :status::smallint
where account_id = :accountId::uuid and method = :method and path = :path and key = :key
  and owner = :owner::uuid and completed_at is null

-- name: deleteOld
delete from idempotency where (account_id, method, path, key) in (
  select account_id, method, path, key from idempotency
  where claimed_at < clock_timestamp() - make_interval(hours => :keptHours) order by claimed_at limit 5000)

-- name: insertClaims
insert into idempotency (account_id, method, path, key, payload_hash, owner)
select * from unnest(:accountIds::uuid[], :methods::text[], :paths::text[], :keys::text[], :payloadHashes::text[], :owners::uuid[])
order by 1, 2, 3, 4
on conflict (account_id, method, path, key) do update
  set payload_hash = excluded.payload_hash, owner = excluded.owner, claimed_at = clock_timestamp(), completed_at = null, body = null
  where idempotency.claimed_at < clock_timestamp() - make_interval(hours => :keptHours)
returning owner, set_config('synchronous_commit', 'off', true)

-- name: takeOver
update idempotency set owner = :owner, claimed_at = clock_timestamp()
where account_id = :accountId and method = :method and path = :path and key = :key and payload_hash = :payloadHash
  and completed_at is null and claimed_at < clock_timestamp() - make_interval(secs => :leaseSeconds)

-- part: lockClaims
-- Those of completion whose claim is open and still their owner's, locked in the order of the key.
select c.* from completion c
join idempotency i on i.account_id = c.account_id and i.method = c.method and i.path = c.path and i.key = c.key and i.owner = c.owner
where i.completed_at is null order by i.method, i.path, i.key for update of i

-- part: completeClaims
-- Keeps the answers of claimed; answers the owners of the claims.
update idempotency i set completed_at = clock_timestamp(), body = c.body, headers = c.headers, status = c.status
from claimed c where i.account_id = c.account_id and i.method = c.method and i.path = c.path and i.key = c.key and i.owner = c.owner
returning i.owner
