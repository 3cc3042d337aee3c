// Written from delivery.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type DisableEndpointValues = {
  reason: string;
  endpointId: string;
};
export const disableEndpoint = command<DisableEndpointValues>({
  text: () => `update webhook_endpoint set disabled_at = business_now(), disabled_reason = $1
where id = $2::uuid and disabled_at is null and ($1::text = 'GONE' or failing_since is not null)`,
  values: ["reason", "endpointId"],
});

type CountDisabledRow = {
  account: string;
  endpoints: number;
};
export const countDisabled = query<NoValues, CountDisabledRow>({
  text: () => `select a.name as account, count(*)::integer as "endpoints" from webhook_endpoint w join account a on a.id = w.account_id
where w.deleted_at is null and w.disabled_reason in ('GONE', 'FAILING') group by a.name order by a.name`,
  values: [],
});

type IsAnyDueRow = {
  due: boolean;
};
export const isAnyDue = query<NoValues, IsAnyDueRow>({
  text: () => `select exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.leased_until > clock_timestamp() and w.deleted_at is null)
  or exists (select from webhook_endpoint w where w.disabled_at is null and w.deleted_at is null
    and (w.held_until is null or w.held_until <= clock_timestamp()) and exists (
    select from webhook_delivery d where d.endpoint_id = w.id and d.next_at <= business_now()
  and not (w.ordered and exists (
    select from webhook_delivery earlier join event before on before.seq = earlier.event_seq join event own on own.seq = d.event_seq
    where earlier.endpoint_id = w.id and earlier.next_at is not null and before.object_id = own.object_id and before.sequence < own.sequence
  ))
  )) as "due"`,
  values: [],
});

type DeliveriesOfValues = {
  endpointId: string;
  states?: readonly (string | null)[] | null | undefined;
  type?: string | null | undefined;
  objectId?: string | null | undefined;
  deliveryId?: string | null | undefined;
  before?: bigint | number | null | undefined;
  limit: bigint | number;
};
type DeliveriesOfRow = {
  id: string;
  endpoint_id: string;
  event_seq: string;
  event_id: string;
  type: string;
  object_id: string;
  sequence: number;
  status: "PENDING" | "DELIVERED" | "FAILED";
  next_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
};
export const deliveriesOf = query<DeliveriesOfValues, DeliveriesOfRow>({
  text: () => `select d.id, d.endpoint_id, d.event_seq::text as "event_seq", e.id as event_id, e.type, e.object_id, e.sequence, d.status,
  d.next_at, d.delivered_at, d.created_at
from webhook_delivery d join event e on e.seq = d.event_seq
where d.endpoint_id = $1::uuid and ($2::text[] is null or d.status = any($2::text[]))
  and ($3::text is null or e.type = $3::text) and ($4::uuid is null or e.object_id = $4::uuid)
  and ($5::uuid is null or d.id = $5::uuid)
  and ($6::bigint is null or d.event_seq < $6::bigint)
order by d.event_seq desc limit $7`,
  values: ["endpointId", "states", "type", "objectId", "deliveryId", "before", "limit"],
});

type AttemptsOfValues = {
  deliveryIds: readonly (string | null)[];
  each: bigint | number;
};
type AttemptsOfRow = {
  delivery_id: string;
  at: Date;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
  response: string;
};
export const attemptsOf = query<AttemptsOfValues, AttemptsOfRow>({
  text: () => `select a.* from unnest($1::uuid[]) as d(id) cross join lateral (
  select delivery_id, at, status_code, error, duration_ms, response from webhook_attempt where delivery_id = d.id order by id desc limit $2
) a`,
  values: ["deliveryIds", "each"],
});

type RearmValues = {
  endpointId: string;
  deliveryIds: readonly (string | null)[];
};
export const rearm = command<RearmValues>({
  text: () => `update webhook_delivery set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
where endpoint_id = $1::uuid and id = any($2::uuid[])`,
  values: ["endpointId", "deliveryIds"],
});

type ResendableValues = {
  since: Date;
  until?: Date | null | undefined;
  testType: string;
  endpointId: string;
  accountId: string;
};
type ResendableRow = {
  since: Date;
  until: Date;
  failed: number;
  delivered: number;
};
/** What of a range has not arrived, and what has; nothing from before the endpoint was made. */
export const resendable = query<ResendableValues, ResendableRow>({
  text: () => `select greatest($1, w.created_at) as "since", coalesce($2::timestamptz, business_now()) as "until",
  count(e.seq) filter (where d.status is distinct from 'DELIVERED')::integer as "failed",
  count(e.seq) filter (where d.status = 'DELIVERED')::integer as "delivered"
from webhook_endpoint w left join event e on e.account_id = w.account_id and e.at >= greatest($1, w.created_at)
  and e.at <= coalesce($2::timestamptz, business_now()) and e.type <> $3 and (w.event_types = '{}' or e.type = any(w.event_types))
left join webhook_delivery d on d.endpoint_id = w.id and d.event_seq = e.seq
where w.id = $4::uuid and w.account_id = $5::uuid and w.deleted_at is null group by w.id`,
  values: ["since", "until", "testType", "endpointId", "accountId"],
});

type RearmSinceValues = {
  endpointId: string;
  since: Date;
  until?: Date | null | undefined;
  testType: string;
  all: boolean;
};
export const rearmSince = command<RearmSinceValues>({
  text: () => `insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
select gen_random_uuid(), w.id, e.seq, business_now(), business_now()
from webhook_endpoint w join event e on e.account_id = w.account_id
left join webhook_delivery d on d.endpoint_id = w.id and d.event_seq = e.seq
where w.id = $1::uuid and e.at >= greatest($2, w.created_at) and e.at <= coalesce($3::timestamptz, business_now())
  and e.type <> $4 and (w.event_types = '{}' or e.type = any(w.event_types)) and ($5::boolean or d.status is distinct from 'DELIVERED')
order by e.seq
on conflict (endpoint_id, event_seq) do update
  set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null`,
  values: ["endpointId", "since", "until", "testType", "all"],
});

type TakeDueValues = {
  perEndpoint: number;
  perFailing: number;
  endpointIds: readonly (string | null)[];
  shares: readonly (number | null)[];
  most: bigint | number;
  lease: string;
  leaseMs: number;
};
type TakeDueRow = {
  id: string;
  endpoint_id: string;
  lease: string;
  tries: number;
  url: string;
  secret_sealed: Uint8Array;
  old_secret_sealed: Uint8Array | null;
  event_id: string;
  type: string;
  at: Date;
  data: string;
  sequence: number;
};
export const takeDue = query<TakeDueValues, TakeDueRow>({
  text: () => `with unwaiting as (select set_config('synchronous_commit', 'off', true)
), busy as (
  select endpoint_id, count(*) as sending from webhook_delivery where leased_until > clock_timestamp() group by endpoint_id
), open as (
  select w.id, w.ordered, greatest(0, case when w.failing_since is null then coalesce(s.most, $1) else $2 end - coalesce(b.sending, 0)) as room
  from webhook_endpoint w left join busy b on b.endpoint_id = w.id
  left join unnest($3::uuid[], $4::integer[]) as s(id, most) on s.id = w.id
  where w.deleted_at is null and w.disabled_at is null and (w.held_until is null or w.held_until <= clock_timestamp())
), due as materialized (
  select d.id, d.leased_until as lost from open w cross join lateral (
    select d.id, d.leased_until from webhook_delivery d
    where d.endpoint_id = w.id and d.next_at <= business_now() and (d.leased_until is null or d.leased_until <= clock_timestamp())
  and not (w.ordered and exists (
    select from webhook_delivery earlier join event before on before.seq = earlier.event_seq join event own on own.seq = d.event_seq
    where earlier.endpoint_id = w.id and earlier.next_at is not null and before.object_id = own.object_id and before.sequence < own.sequence
  ))
    order by d.next_at, d.event_seq limit w.room for update skip locked
  ) d limit $5
), told as (
  insert into webhook_attempt (delivery_id, at, error, duration_ms)
  select id, business_now(), 'The worker ended before an answer came.', 0 from due where lost is not null
), taken as (
  update webhook_delivery d set lease = $6::uuid, leased_until = clock_timestamp() + $7::double precision * interval '1 millisecond'
  from due where d.id = due.id returning d.id, d.endpoint_id, d.lease, d.tries, d.event_seq
)
select t.id, t.endpoint_id, t.lease as "lease", t.tries, w.url, w.secret_sealed,
  case when w.old_secret_until > clock_timestamp() then w.old_secret_sealed end as old_secret_sealed,
  e.id as event_id, e.type, e.at, e.data, e.sequence
from unwaiting cross join taken t join webhook_endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq
order by t.event_seq`,
  values: ["perEndpoint", "perFailing", "endpointIds", "shares", "most", "lease", "leaseMs"],
});

type GiveBackValues = {
  ids: readonly (string | null)[];
  leases: readonly (string | null)[];
};
export const giveBack = command<GiveBackValues>({
  text: () => `update webhook_delivery d set lease = null, leased_until = null
from unnest($1::uuid[], $2::uuid[]) as g(id, lease) where d.id = g.id and d.lease = g.lease`,
  values: ["ids", "leases"],
});

type RecordOutcomesValues = {
  outcomes: string;
  failingMs: number;
};
type RecordOutcomesRow = {
  id: string;
  account_id: string;
  reason: string | null;
};
export const recordOutcomes = query<RecordOutcomesValues, RecordOutcomesRow>({
  text: () => `with outcome as materialized (
  select * from json_to_recordset($1::json) as o(delivery uuid, endpoint uuid, lease uuid,
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
      when not s.delivered and w.failing_since <= business_now() - $2::double precision * interval '1 millisecond' then 'FAILING' end as reason
  from webhook_endpoint w join seen s on s.endpoint = w.id where w.disabled_at is null
), changed as (
  update webhook_endpoint w set failing_since = case when j.well then null else coalesce(w.failing_since, business_now()) end
  from judged j where w.id = j.id and w.disabled_at is null and j.well <> (w.failing_since is null)
)
select id, account_id, reason from judged where reason is not null`,
  values: ["outcomes", "failingMs"],
});
