-- name: disableEndpoint
update webhook_endpoint set disabled_at = business_now(), disabled_reason = :reason
where id = :endpointId::uuid and disabled_at is null and (:reason::text = 'GONE' or failing_since is not null)

-- name: countDisabled
select a.name as account, count(*)::integer as "endpoints!" from webhook_endpoint w join account a on a.id = w.account_id
where w.deleted_at is null and w.disabled_reason in ('GONE', 'FAILING') group by a.name order by a.name

-- part: inTurn
-- An endpoint that asks for order is sent no event while an earlier one of the same object still has a try before it.
and not (w.ordered and exists (
  select from webhook_delivery earlier join event before on before.seq = earlier.event_seq join event own on own.seq = d.event_seq
  where earlier.endpoint_id = w.id and earlier.next_at is not null and before.object_id = own.object_id and before.sequence < own.sequence
))

-- name: isAnyDue
select exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.leased_until > clock_timestamp() and w.deleted_at is null)
  or exists (select from webhook_endpoint w where w.disabled_at is null and w.deleted_at is null
    and (w.held_until is null or w.held_until <= clock_timestamp()) and exists (
    select from webhook_delivery d where d.endpoint_id = w.id and d.next_at <= business_now()
    -- include: lib/webhooks/delivery.sql inTurn
  )) as "due!"

-- name: deliveriesOf
select d.id, d.endpoint_id, d.event_seq::text as "event_seq!", e.id as event_id, e.type, e.object_id, e.sequence, d.status,
  d.next_at, d.delivered_at, d.created_at
from webhook_delivery d join event e on e.seq = d.event_seq
where d.endpoint_id = :endpointId::uuid and (:states?::text[] is null or d.status = any(:states?::text[]))
  and (:type?::text is null or e.type = :type?::text) and (:objectId?::uuid is null or e.object_id = :objectId?::uuid)
  and (:deliveryId?::uuid is null or d.id = :deliveryId?::uuid)
  and (:before?::bigint is null or d.event_seq < :before?::bigint)
order by d.event_seq desc limit :limit

-- name: attemptsOf
select a.* from unnest(:deliveryIds::uuid[]) as d(id) cross join lateral (
  select delivery_id, at, status_code, error, duration_ms, response from webhook_attempt where delivery_id = d.id order by id desc limit :each
) a

-- name: rearm
update webhook_delivery set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
where endpoint_id = :endpointId::uuid and id = any(:deliveryIds::uuid[])

-- name: resendable
-- What of a range has not arrived, and what has; nothing from before the endpoint was made.
select greatest(:since, w.created_at) as "since!", coalesce(:until?::timestamptz, business_now()) as "until!",
  count(e.seq) filter (where d.status is distinct from 'DELIVERED')::integer as "failed!",
  count(e.seq) filter (where d.status = 'DELIVERED')::integer as "delivered!"
from webhook_endpoint w left join event e on e.account_id = w.account_id and e.at >= greatest(:since, w.created_at)
  and e.at <= coalesce(:until?::timestamptz, business_now()) and e.type <> :testType and (w.event_types = '{}' or e.type = any(w.event_types))
left join webhook_delivery d on d.endpoint_id = w.id and d.event_seq = e.seq
where w.id = :endpointId::uuid and w.account_id = :accountId::uuid and w.deleted_at is null group by w.id

-- name: rearmSince
insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
select gen_random_uuid(), w.id, e.seq, business_now(), business_now()
from webhook_endpoint w join event e on e.account_id = w.account_id
left join webhook_delivery d on d.endpoint_id = w.id and d.event_seq = e.seq
where w.id = :endpointId::uuid and e.at >= greatest(:since, w.created_at) and e.at <= coalesce(:until?::timestamptz, business_now())
  and e.type <> :testType and (w.event_types = '{}' or e.type = any(w.event_types)) and (:all::boolean or d.status is distinct from 'DELIVERED')
order by e.seq
on conflict (endpoint_id, event_seq) do update
  set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null

-- name: takeDue
with unwaiting as (select set_config('synchronous_commit', 'off', true)
), busy as (
  select endpoint_id, count(*) as sending from webhook_delivery where leased_until > clock_timestamp() group by endpoint_id
), open as (
  select w.id, w.ordered, greatest(0, case when w.failing_since is null then coalesce(s.most, :perEndpoint) else :perFailing end - coalesce(b.sending, 0)) as room
  from webhook_endpoint w left join busy b on b.endpoint_id = w.id
  left join unnest(:endpointIds::uuid[], :shares::integer[]) as s(id, most) on s.id = w.id
  where w.deleted_at is null and w.disabled_at is null and (w.held_until is null or w.held_until <= clock_timestamp())
), due as materialized (
  select d.id, d.leased_until as lost from open w cross join lateral (
    select d.id, d.leased_until from webhook_delivery d
    where d.endpoint_id = w.id and d.next_at <= business_now() and (d.leased_until is null or d.leased_until <= clock_timestamp())
    -- include: lib/webhooks/delivery.sql inTurn
    order by d.next_at, d.event_seq limit w.room for update skip locked
  ) d limit :most
), told as (
  insert into webhook_attempt (delivery_id, at, error, duration_ms)
  select id, business_now(), 'The worker ended before an answer came.', 0 from due where lost is not null
), taken as (
  update webhook_delivery d set lease = :lease::uuid, leased_until = clock_timestamp() + :leaseMs::double precision * interval '1 millisecond'
  from due where d.id = due.id returning d.id, d.endpoint_id, d.lease, d.tries, d.event_seq
)
select t.id, t.endpoint_id, t.lease as "lease!", t.tries, w.url, w.secret_sealed,
  case when w.old_secret_until > clock_timestamp() then w.old_secret_sealed end as old_secret_sealed,
  e.id as event_id, e.type, e.at, e.data, e.sequence
from unwaiting cross join taken t join webhook_endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq
order by t.event_seq

-- name: giveBack
update webhook_delivery d set lease = null, leased_until = null
from unnest(:ids::uuid[], :leases::uuid[]) as g(id, lease) where d.id = g.id and d.lease = g.lease

-- name: recordOutcomes
with outcome as materialized (
  select * from json_to_recordset(:outcomes::json) as o(delivery uuid, endpoint uuid, lease uuid,
    delivered boolean, gone boolean, "statusCode" integer, error text, "durationMs" integer, response text,
    "brokenError" text, "brokenMs" integer, "waitMs" double precision)
), kept as (
  insert into webhook_attempt (delivery_id, at, status_code, error, duration_ms, response)
  select delivery, business_now(), status_code, error, duration_ms, response from (
    select 1 as nth, delivery, null::integer as status_code, "brokenError" as error, "brokenMs" as duration_ms, '' as response
    from outcome where "brokenMs" is not null
    union all select 2, delivery, "statusCode", error, "durationMs", response from outcome
  ) call order by nth
), moved as (
  update webhook_delivery d set tries = d.tries + 1, lease = null, leased_until = null,
    status = case when o.delivered then 'DELIVERED' when o."waitMs" is null then 'FAILED' else 'PENDING' end,
    next_at = case when o.delivered then null else business_now() + o."waitMs" * interval '1 millisecond' end,
    delivered_at = case when o.delivered then business_now() else d.delivered_at end
  from outcome o where d.id = o.delivery and d.lease = o.lease
), seen as (
  select endpoint, bool_or(delivered) as delivered, bool_or(gone) as gone from outcome group by endpoint
), judged as (
  select w.id, w.account_id, s.delivered and not s.gone as well,
    case when s.gone then 'GONE'
      when not s.delivered and w.failing_since <= business_now() - :failingMs::double precision * interval '1 millisecond' then 'FAILING' end as reason
  from webhook_endpoint w join seen s on s.endpoint = w.id where w.disabled_at is null
), changed as (
  update webhook_endpoint w set failing_since = case when j.well then null else coalesce(w.failing_since, business_now()) end
  from judged j where w.id = j.id and w.disabled_at is null and j.well <> (w.failing_since is null)
)
select id, account_id, reason from judged where reason is not null
