// Written from delivery.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type DisableEndpointValues = {
  reason: string;
  endpointId: string;
};
export const disableEndpoint = command<DisableEndpointValues>({
  text: `update webhook_endpoint set disabled_at = business_now(), disabled_reason = $1
where id = $2::uuid and disabled_at is null and ($1::text = 'GONE' or failing_since is not null)`,
  values: ["reason", "endpointId"],
});

type IsAnyDueRow = {
  due: boolean;
};
export const isAnyDue = query<NoValues, IsAnyDueRow>({
  text: `select exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.leased_until > clock_timestamp() and w.deleted_at is null)
  or exists (select from webhook_endpoint w where w.disabled_at is null and w.deleted_at is null
    and (w.held_until is null or w.held_until <= clock_timestamp()) and exists (
    select from webhook_delivery d where d.endpoint_id = w.id and d.next_at <= business_now())) as "due"`,
  values: [],
});

type DeliveriesOfValues = {
  endpointId: string;
  status?: string | null | undefined;
  type?: string | null | undefined;
  objectId?: string | null | undefined;
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
  text: `select d.id, d.endpoint_id, d.event_seq::text as "event_seq", e.id as event_id, e.type, e.object_id, e.sequence, d.status,
  d.next_at, d.delivered_at, d.created_at
from webhook_delivery d join event e on e.seq = d.event_seq
where d.endpoint_id = $1::uuid and ($2::text is null or d.status = $2::text)
  and ($3::text is null or e.type = $3::text) and ($4::uuid is null or e.object_id = $4::uuid)
  and ($5::bigint is null or d.event_seq < $5::bigint)
order by d.event_seq desc limit $6`,
  values: ["endpointId", "status", "type", "objectId", "before", "limit"],
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
  text: `select a.* from unnest($1::uuid[]) as d(id) cross join lateral (
  select delivery_id, at, status_code, error, duration_ms, response from webhook_attempt where delivery_id = d.id order by id desc limit $2
) a`,
  values: ["deliveryIds", "each"],
});

type RearmValues = {
  endpointId: string;
  deliveryIds: readonly (string | null)[];
};
export const rearm = command<RearmValues>({
  text: `update webhook_delivery set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
where endpoint_id = $1::uuid and id = any($2::uuid[])`,
  values: ["endpointId", "deliveryIds"],
});

type RearmSinceValues = {
  endpointId: string;
  since: Date;
  until?: Date | null | undefined;
};
export const rearmSince = command<RearmSinceValues>({
  text: `insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
select gen_random_uuid(), w.id, e.seq, business_now(), business_now()
from webhook_endpoint w join event e on e.account_id = w.account_id
where w.id = $1::uuid and e.at >= $2 and e.at <= coalesce($3::timestamptz, business_now())
  and e.type like any(array['payment.%', 'conversion.%']) and (w.event_types = '{}' or e.type = any(w.event_types))
order by e.seq
on conflict (endpoint_id, event_seq) do update
  set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null`,
  values: ["endpointId", "since", "until"],
});
