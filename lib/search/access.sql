-- name: findRequests
select 'requestId' as "by!", r.id::text as "value", r.id, null::uuid as "within", r.status::text as "status", null::text as "quantity",
  null::text as "asset", r.method || ' ' || r.route as "name", r.at as "at"
from (
  (select account_id, id from request_log where account_id = :accountId::uuid and id between :first?::uuid and :last?::uuid order by id desc limit :most)
  union all
  (select account_id, id from request_log where account_id = :accountId::uuid and id_tail(id) = :tail?::text and id::text like :like?::text order by id desc limit :most)
) f join request_log r on r.account_id = f.account_id and r.id = f.id
where r.scope = any(:scopes::text[])

-- name: findEndpoints
select f.by as "by!", f.value as "value", w.id, null::uuid as "within", case when w.disabled_at is null then 'ENABLED' else 'DISABLED' end as "status",
  null::text as "quantity", null::text as "asset", w.url as "name", w.created_at as "at"
from webhook_endpoint w cross join lateral (
  select 'endpointId' as by, w.id::text as value where w.id between :first?::uuid and :last?::uuid
    or (id_tail(w.id) = :tail?::text and w.id::text like :like?::text)
  union all
  select 'url', w.url where strpos(lower(w.url), :lower?::text) > 0 or strpos(lower(w.description), :lower?::text) > 0
) f where w.account_id = :accountId::uuid and w.deleted_at is null order by w.id desc limit :most

-- name: findDeliveries
-- By what a delivery or its event is called; by a tail among an endpoint's newest.
select f.by as "by!", f.value as "value", d.id, d.endpoint_id as "within", d.status as "status", null::text as "quantity", null::text as "asset",
  e.type as "name", e.at as "at"
from (
  (select 'deliveryId' as by, d.id, d.id::text as value from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where w.account_id = :accountId::uuid and w.deleted_at is null and d.id between :first?::uuid and :last?::uuid order by d.id desc limit :most)
  union all
  (select 'eventId', d.id, e.id::text from event e join webhook_delivery d on d.event_seq = e.seq join webhook_endpoint w on w.id = d.endpoint_id
    where e.account_id = :accountId::uuid and w.deleted_at is null and e.id between :first?::uuid and :last?::uuid order by e.id desc limit :most)
  union all
  (select 'eventId', n.id, e.id::text from webhook_endpoint w cross join lateral (select id, event_seq from webhook_delivery
      where endpoint_id = w.id and :tail?::text is not null order by event_seq desc limit :alike) n join event e on e.seq = n.event_seq and e.account_id = :accountId::uuid
    where w.account_id = :accountId::uuid and w.deleted_at is null and id_tail(e.id) = :tail?::text and e.id::text like :like?::text limit :most)
) f join webhook_delivery d on d.id = f.id join event e on e.seq = d.event_seq and e.account_id = :accountId::uuid

-- name: findEvents
-- What nothing was sent of: the record that the event tells of.
select 'eventId' as "by!", e.id::text as "value", e.id, e.object_id as "within", null::text as "status", null::text as "quantity", null::text as "asset",
  e.type as "name", e.at as "at"
from event e where e.account_id = :accountId::uuid and e.id between :first::uuid and :last::uuid
  and not exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where w.account_id = :accountId::uuid and d.event_seq = e.seq and w.deleted_at is null)
order by e.id desc limit :most

-- name: findKeys
select case when starts_with(k.id, :words) then 'keyId' else 'name' end as "by!", case when starts_with(k.id, :words) then k.id else k.name end as "value",
  k.id as "id!", null::uuid as "within",
  case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= clock_timestamp() then 'EXPIRED' when k.waiting then 'WAITING' else 'ACTIVE' end as "status",
  null::text as "quantity", null::text as "asset", k.name as "name", k.created_at as "at"
from api_key k where k.account_id = :accountId::uuid
  and (starts_with(k.id, :words) or (:ending?::text is not null and right(k.id, 6) = :ending?::text) or strpos(lower(k.name), :lower) > 0) order by k.created_at desc limit :most

-- name: findPeople
select f.by as "by!", f.value as "value", u.id, null::uuid as "within",
  case when coalesce(m.disabled_at, u.disabled_at) is null then 'ACTIVE' else 'DISABLED' end as "status",
  null::text as "quantity", null::text as "asset", u.name as "name", null::timestamptz as "at"
from membership m join staff_user u on u.id = m.user_id cross join lateral (
  select 'role' as by, m.role as value where m.role = any(:roles::text[])
  union all
  select 'name', u.name where strpos(lower(u.name), :lower) > 0
  union all
  select 'email', u.email where strpos(lower(u.email), :lower) > 0
) f where m.account_id = :accountId::uuid order by u.name, u.id limit :most

-- name: findApprovals
select 'approvalId' as "by!", a.id::text as "value", a.id, null::uuid as "within", a.status as "status", null::text as "quantity", null::text as "asset",
  a.what as "name", a.asked_at as "at"
from approval a where (a.id between :first?::uuid and :last?::uuid or (id_tail(a.id) = :tail?::text and a.id::text like :like?::text))
  and (case when :ofHouse::boolean then a.decides = 'house' else a.account_id = :accountId::uuid end) order by a.id desc limit :most
