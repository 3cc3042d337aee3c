-- name: endpointsOf
select w.id, w.url, w.description, w.event_types, w.ordered, w.created_at, w.updated_at, w.failing_since, w.disabled_at, w.disabled_reason,
  case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as old_secret_until,
  (select count(*) from webhook_delivery d where d.endpoint_id = w.id and d.next_at is not null)::int as "pending!"
from webhook_endpoint w
where w.account_id = :accountId::uuid and w.deleted_at is null and (:endpointId?::uuid is null or w.id = :endpointId?::uuid)
order by w.created_at desc, w.id desc limit :maxListed

-- name: countEndpoints
select 1 as one from account where id = :accountId::uuid for update

-- name: updateEndpoint
update webhook_endpoint set
  url = coalesce(:url?, url),
  description = coalesce(:description?, description),
  event_types = coalesce(:eventTypes?::text[], event_types),
  ordered = coalesce(:ordered?::boolean, ordered),
  failing_since = case when :disabled then null else failing_since end,
  disabled_at = case :disabledReason?::boolean when true then coalesce(disabled_at, business_now()) when false then null else disabled_at end,
  disabled_reason = case :disabledReason?::boolean when true then coalesce(disabled_reason, 'MANUAL') when false then null else disabled_reason end,
  updated_at = business_now()
where id = :endpointId::uuid and account_id = :accountId::uuid and deleted_at is null

-- name: endEndpoint
update webhook_endpoint set deleted_at = business_now(), updated_at = business_now()
where id = :endpointId::uuid and account_id = :accountId::uuid and deleted_at is null

-- name: replaceSecret
update webhook_endpoint set secret_sealed = :sealed,
  old_secret_sealed = case when :oldUntil?::timestamptz is null then null else secret_sealed end,
  old_secret_until = :oldUntil?::timestamptz, updated_at = business_now()
where id = :endpointId::uuid and account_id = :accountId::uuid and deleted_at is null

-- name: lockForTest
select 1 as one from webhook_endpoint where id = :endpointId::uuid for update
