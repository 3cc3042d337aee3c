import type { Pool } from "pg";
import type { Db } from "#lib/kernel/database.ts";

/** A delivery taken for sending, with all that its message needs. */
export type Taken = {
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

/**
 * In flight to one endpoint at a time, over all workers; those that take in the same moment may go beyond it once. One
 * that fails gets a single try at a time.
 */
const PER_ENDPOINT = 32;
const PER_FAILING_ENDPOINT = 1;

/**
 * Takes due deliveries under a lease, for each endpoint the earliest first and only as many as it may have in flight, so
 * that none can fill the worker. A lease that ended without an outcome belonged to a worker that died: that try is kept
 * as one, and the delivery is due again.
 */
export async function takeDue(pool: Pool, lease: string, leaseMs: number, limit: number): Promise<Taken[]> {
  const { rows } = await pool.query<Taken>({
    name: "webhook-take",
    text: `
      with busy as (
        select endpoint_id, count(*) as sending from webhook_delivery where leased_until > clock_timestamp() group by endpoint_id
      ), open as (
        select w.id, greatest(0, case when w.failing_since is null then ${PER_ENDPOINT} else ${PER_FAILING_ENDPOINT} end - coalesce(b.sending, 0)) as room
        from webhook_endpoint w left join busy b on b.endpoint_id = w.id
        where w.deleted_at is null and w.disabled_at is null
      ), due as materialized (
        select d.id, d.leased_until as lost from open o cross join lateral (
          select id, leased_until from webhook_delivery
          where endpoint_id = o.id and next_at <= business_now() and (leased_until is null or leased_until <= clock_timestamp())
          order by next_at, event_seq limit o.room for update skip locked
        ) d limit $3
      ), told as (
        insert into webhook_attempt (delivery_id, at, error, duration_ms)
        select id, business_now(), 'The worker ended before an answer came.', 0 from due where lost is not null
      ), taken as (
        update webhook_delivery d set lease = $1::uuid, leased_until = clock_timestamp() + $2::double precision * interval '1 millisecond'
        from due where d.id = due.id returning d.id, d.endpoint_id, d.lease, d.tries, d.event_seq
      )
      select t.id, t.endpoint_id, t.lease, t.tries, w.url, w.secret_sealed,
        case when w.old_secret_until > clock_timestamp() then w.old_secret_sealed end as old_secret_sealed,
        e.id as event_id, e.type, e.at, e.data, e.sequence
      from taken t join webhook_endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq order by t.event_seq`,
    values: [lease, leaseMs, limit],
  });
  return rows;
}

/** What came of one try. `waitMs` null: there is no other try after this one. */
export type Outcome = {
  delivery: string;
  endpoint: string;
  lease: string;
  delivered: boolean;
  gone: boolean;
  statusCode: number | null;
  error: string | null;
  durationMs: number;
  response: string;
  waitMs: number | null;
};

export type Disabled = { id: string; account_id: string; disabled_reason: string };

/**
 * Records tries that have ended, many in one statement: each is kept, its delivery goes on if the lease is still ours
 * (else it was taken over or sent again meanwhile), and its endpoint is told apart as well, failing, or disabled: by a
 * 410, or when it has failed for `failingMs` without one success. Answers the endpoints disabled just now.
 */
export async function recordOutcomes(db: Db, outcomes: readonly Outcome[], failingMs: number): Promise<Disabled[]> {
  return db.$queryRaw<Disabled[]>`
    with outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(delivery uuid, endpoint uuid, lease uuid,
        delivered boolean, gone boolean, "statusCode" integer, error text, "durationMs" integer, response text, "waitMs" double precision)
    ), kept as (
      insert into webhook_attempt (delivery_id, at, status_code, error, duration_ms, response)
      select delivery, business_now(), "statusCode", error, "durationMs", response from outcome
    ), moved as (
      update webhook_delivery d set tries = d.tries + 1, lease = null, leased_until = null,
        status = case when o.delivered then 'DELIVERED' when o."waitMs" is null then 'FAILED' else 'PENDING' end,
        next_at = case when o.delivered then null else business_now() + o."waitMs" * interval '1 millisecond' end,
        delivered_at = case when o.delivered then business_now() else d.delivered_at end
      from outcome o where d.id = o.delivery and d.lease = o.lease
    ), seen as (
      select endpoint, bool_or(delivered) as delivered, bool_or(gone) as gone from outcome group by endpoint
    ), judged as (
      select w.id, s.delivered and not s.gone as well,
        case when s.gone then 'GONE'
          when not s.delivered and w.failing_since <= business_now() - ${failingMs}::double precision * interval '1 millisecond' then 'FAILING' end as reason
      from webhook_endpoint w join seen s on s.endpoint = w.id where w.disabled_at is null
    ), changed as (
      update webhook_endpoint w set
        failing_since = case when j.well then null else coalesce(w.failing_since, business_now()) end,
        disabled_at = case when j.reason is not null then business_now() end, disabled_reason = j.reason
      from judged j where w.id = j.id and w.disabled_at is null
        and (j.reason is not null or j.well <> (w.failing_since is null))
      returning w.id, w.account_id, w.disabled_reason
    )
    select id, account_id, disabled_reason from changed where disabled_reason is not null`;
}

/** Whether a delivery is being sent now, or due now at an endpoint that takes it. Later tries do not count. */
export async function isAnyDue(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ due: boolean }[]>`
    select exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
        where d.leased_until > clock_timestamp() and w.deleted_at is null)
      or exists (select from webhook_endpoint w where w.disabled_at is null and w.deleted_at is null and exists (
        select from webhook_delivery d where d.endpoint_id = w.id and d.next_at <= business_now())) as due`;
  return row?.due ?? false;
}

export type DeliveryRow = {
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

export type DeliveryFilter = {
  endpointId: string;
  status?: string | undefined;
  type?: string | undefined;
  before?: string | undefined;
  objectId?: string | undefined;
  limit: number;
};

export function deliveriesOf(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointId, status = null, type = null, objectId = null, before = null, limit } = filter;
  return db.$queryRaw<DeliveryRow[]>`
    select d.id, d.endpoint_id, d.event_seq::text as event_seq, e.id as event_id, e.type, e.object_id, e.sequence, d.status,
      d.next_at, d.delivered_at, d.created_at
    from webhook_delivery d join event e on e.seq = d.event_seq
    where d.endpoint_id = ${endpointId}::uuid and (${status}::text is null or d.status = ${status}::text)
      and (${type}::text is null or e.type = ${type}::text) and (${objectId}::uuid is null or e.object_id = ${objectId}::uuid)
      and (${before}::bigint is null or d.event_seq < ${before}::bigint)
    order by d.event_seq desc limit ${limit}`;
}

export type AttemptRow = {
  delivery_id: string;
  at: Date;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
  response: string;
};

/** Tries of these deliveries, newest first, at most so many of each. */
export function attemptsOf(db: Db, deliveryIds: readonly string[], each: number): Promise<AttemptRow[]> {
  return db.$queryRaw<AttemptRow[]>`
    select a.* from unnest(${[...deliveryIds]}::uuid[]) as d(id) cross join lateral (
      select delivery_id, at, status_code, error, duration_ms, response from webhook_attempt where delivery_id = d.id order by id desc limit ${each}
    ) a`;
}

/** The endpoint of a delivery of the account; undefined when there is none that stands. */
export async function endpointOfDelivery(db: Db, accountId: string, deliveryId: string): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select w.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.id = ${deliveryId}::uuid and w.account_id = ${accountId}::uuid and w.deleted_at is null`;
  return row?.id;
}

/** Makes deliveries due now, from the first try on; what is in flight counts as another's. Answers how many. */
export function rearm(db: Db, endpointId: string, deliveryIds: readonly string[]): Promise<number> {
  return db.$executeRaw`
    update webhook_delivery set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null
    where endpoint_id = ${endpointId}::uuid and id = any(${[...deliveryIds]}::uuid[])`;
}

/** The same for every event of the endpoint's types in a time, also those that never had a delivery. */
export function rearmSince(db: Db, endpointId: string, since: Date, until: Date | undefined): Promise<number> {
  return db.$executeRaw`
    insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
    select gen_random_uuid(), w.id, e.seq, business_now(), business_now()
    from webhook_endpoint w join event e on e.account_id = w.account_id
    where w.id = ${endpointId}::uuid and e.at >= ${since} and e.at <= coalesce(${until ?? null}::timestamptz, business_now())
      and e.type like any(array['payment.%', 'conversion.%']) and (w.event_types = '{}' or e.type = any(w.event_types))
    order by e.seq
    on conflict (endpoint_id, event_seq) do update
      set status = 'PENDING', tries = 0, next_at = business_now(), lease = null, leased_until = null`;
}
