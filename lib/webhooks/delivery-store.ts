import type { Pool } from "pg";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./delivery.sql.ts";

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
 * Leased for one endpoint at a time, over all workers, unless a worker names another share for it; those that take in
 * the same moment may go beyond it once. One that fails gets a single try at a time.
 */
const PER_ENDPOINT = 32;
const PER_FAILING_ENDPOINT = 1;

export type TakeWish = {
  lease: string;
  leaseMs: number;
  /** Of all endpoints together. */
  most: number;
  /** Endpoints that may hold more or less than others. */
  shares?: readonly { endpointId: string; most: number }[];
};

/**
 * Takes due deliveries under a lease, for each endpoint the earliest first and only as many as it may have in flight, so
 * that none can fill the worker. A lease that ended without an outcome belonged to a worker that died: that try is kept
 * as one, and the delivery is due again. Does not wait for the disk: a lease that a power cut loses is taken again.
 */
export async function takeDue(pool: Pool, { lease, leaseMs, most, shares = [] }: TakeWish): Promise<Taken[]> {
  const { rows } = await pool.query<Taken>({
    name: "webhook-take",
    text: `
      with unwaiting as (select set_config('synchronous_commit', 'off', true)
      ), busy as (
        select endpoint_id, count(*) as sending from webhook_delivery where leased_until > clock_timestamp() group by endpoint_id
      ), open as (
        select w.id, greatest(0, case when w.failing_since is null then coalesce(s.most, ${PER_ENDPOINT}) else ${PER_FAILING_ENDPOINT} end - coalesce(b.sending, 0)) as room
        from webhook_endpoint w left join busy b on b.endpoint_id = w.id
        left join unnest($4::uuid[], $5::integer[]) as s(id, most) on s.id = w.id
        where w.deleted_at is null and w.disabled_at is null and (w.held_until is null or w.held_until <= clock_timestamp())
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
      from unwaiting cross join taken t join webhook_endpoint w on w.id = t.endpoint_id join event e on e.seq = t.event_seq
      order by t.event_seq`,
    values: [lease, leaseMs, most, shares.map(({ endpointId }) => endpointId), shares.map((share) => share.most)],
  });
  return rows;
}

/** Gives up leases of deliveries that were not sent: they are due again at once, and no try is counted. */
export async function giveBack(pool: Pool, taken: readonly Taken[]): Promise<void> {
  await pool.query({
    name: "webhook-give-back",
    text: `
      update webhook_delivery d set lease = null, leased_until = null
      from unnest($1::uuid[], $2::uuid[]) as g(id, lease) where d.id = g.id and d.lease = g.lease`,
    values: [taken.map(({ id }) => id), taken.map(({ lease }) => lease)],
  });
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

/** An endpoint that is to be disabled, and why. */
export type Judged = { id: string; account_id: string; reason: "GONE" | "FAILING" };

/**
 * Records tries that have ended, many in one statement: each is kept, its delivery goes on if the lease is still ours
 * (else it was taken over or sent again meanwhile), and its endpoint is told apart as well or failing. Answers the
 * endpoints that are to be disabled: by a 410, or because they have failed for `failingMs` without one success.
 */
export async function recordOutcomes(pool: Pool, outcomes: readonly Outcome[], failingMs: number): Promise<Judged[]> {
  const { rows } = await pool.query<Judged>({
    name: "webhook-record",
    text: `
      with outcome as materialized (
        select * from json_to_recordset($1::json) as o(delivery uuid, endpoint uuid, lease uuid,
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
        select w.id, w.account_id, s.delivered and not s.gone as well,
          case when s.gone then 'GONE'
            when not s.delivered and w.failing_since <= business_now() - $2::double precision * interval '1 millisecond' then 'FAILING' end as reason
        from webhook_endpoint w join seen s on s.endpoint = w.id where w.disabled_at is null
      ), changed as (
        update webhook_endpoint w set failing_since = case when j.well then null else coalesce(w.failing_since, business_now()) end
        from judged j where w.id = j.id and w.disabled_at is null and j.well <> (w.failing_since is null)
      )
      select id, account_id, reason from judged where reason is not null`,
    values: [JSON.stringify(outcomes), failingMs],
  });
  return rows;
}

/** False when it is disabled already, or has answered well since it was judged as failing. */
export async function disableEndpoint(db: Db, endpointId: string, reason: Judged["reason"]): Promise<boolean> {
  const changed = await sql.disableEndpoint(db, { reason, endpointId });
  return changed === 1;
}

/** Whether a delivery is being sent now, or due now at an endpoint that takes it. Later tries do not count. */
export async function isAnyDue(db: Db): Promise<boolean> {
  const [row] = await sql.isAnyDue(db);
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
  return sql.deliveriesOf(db, {
    endpointId,
    status,
    type,
    objectId,
    before: before === null ? null : BigInt(before),
    limit,
  });
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
  return sql.attemptsOf(db, { deliveryIds, each });
}

/** The endpoint of a delivery of the account; undefined when there is none that stands. */
export async function endpointOfDelivery(db: Db, accountId: string, deliveryId: string): Promise<string | undefined> {
  const delivery = await db.webhookDelivery.findFirst({
    select: { endpointId: true },
    where: { id: deliveryId, endpoint: { accountId, deletedAt: null } },
  });
  return delivery?.endpointId;
}

/** Makes deliveries due now, from the first try on; what is in flight counts as another's. Answers how many. */
export function rearm(db: Db, endpointId: string, deliveryIds: readonly string[]): Promise<number> {
  return sql.rearm(db, { endpointId, deliveryIds });
}

/** The same for every event of the endpoint's types in a time, also those that never had a delivery. */
export function rearmSince(db: Db, endpointId: string, since: Date, until: Date | undefined): Promise<number> {
  return sql.rearmSince(db, { endpointId, since, until });
}
