-- name: completeRow
update idempotency set completed_at = clock_timestamp(), body = :body, headers = :headers::jsonb,
  status = :status::smallint
where account_id = :accountId::uuid and method = :method and path = :path and key = :key
  and owner = :owner::uuid and completed_at is null

-- name: deleteOld
delete from idempotency where (account_id, method, path, key) in (
  select account_id, method, path, key from idempotency
  where claimed_at < clock_timestamp() - make_interval(hours => :keptHours) order by claimed_at limit 5000)
