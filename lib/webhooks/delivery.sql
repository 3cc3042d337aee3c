-- name: disableEndpoint
update webhook_endpoint set disabled_at = business_now(), disabled_reason = :reason
where id = :endpointId::uuid and disabled_at is null and (:reason::text = 'GONE' or failing_since is not null)

-- name: isAnyDue
select exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.leased_until > clock_timestamp() and w.deleted_at is null)
  or exists (select from webhook_endpoint w where w.disabled_at is null and w.deleted_at is null
    and (w.held_until is null or w.held_until <= clock_timestamp()) and exists (
    select from webhook_delivery d where d.endpoint_id = w.id and d.next_at <= business_now())) as "due!"

-- name: deliveriesOf
select d.id, d.endpoint_id, d.event_seq::text as "event_seq!", e.id as event_id, e.type, e.object_id, e.sequence, d.status,
  d.next_at, d.delivered_at, d.created_at
from webhook_delivery d join event e on e.seq = d.event_seq
where d.endpoint_id = :endpointId::uuid and (:status?::text is null or d.status = :status?::text)
  and (:type?::text is null or e.type = :type?::text) and (:objectId?::uuid is null or e.object_id = :objectId?::uuid)
  and (:before?::bigint is null or d.event_seq < :before?::bigint)
order by d.event_seq desc limit :limit

-- name: attemptsOf
select a.* from unnest(:deliveryIds::uuid[]) as d(id) cross join lateral (
  select delivery_id, at, status_code, error, duration_ms, response from webhook_attempt where delivery_id = d.id order by id desc limit :each
) a

-- name: rearm
update webhook_delivery set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
where endpoint_id = :endpointId::uuid and id = any(:deliveryIds::uuid[])

-- name: rearmSince
insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
select gen_random_uuid(), w.id, e.seq, business_now(), business_now()
from webhook_endpoint w join event e on e.account_id = w.account_id
where w.id = :endpointId::uuid and e.at >= :since and e.at <= coalesce(:until?::timestamptz, business_now())
  and e.type like any(array['payment.%', 'conversion.%']) and (w.event_types = '{}' or e.type = any(w.event_types))
order by e.seq
on conflict (endpoint_id, event_seq) do update
  set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
