import type { Db } from "#lib/kernel/database.ts";

export type EndpointRow = {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  created_at: Date;
  updated_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: "GONE" | "FAILING" | "MANUAL" | null;
  old_secret_until: Date | null;
  pending: number;
};

const MAX_LISTED = 200;

/** The account's endpoints that are not ended, newest first; one of them when an id is given. */
export function endpointsOf(db: Db, accountId: string, endpointId?: string): Promise<EndpointRow[]> {
  return db.$queryRaw<EndpointRow[]>`
    select w.id, w.url, w.description, w.event_types, w.created_at, w.updated_at, w.failing_since, w.disabled_at, w.disabled_reason,
      case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as old_secret_until,
      (select count(*) from webhook_delivery d where d.endpoint_id = w.id and d.next_at is not null)::int as pending
    from webhook_endpoint w
    where w.account_id = ${accountId}::uuid and w.deleted_at is null and (${endpointId ?? null}::uuid is null or w.id = ${endpointId ?? null}::uuid)
    order by w.created_at desc, w.id desc limit ${MAX_LISTED}`;
}

/** Locks the account, so that the endpoints counted are all there are. */
export async function countEndpoints(db: Db, accountId: string): Promise<number> {
  await db.$queryRaw`select 1 as one from account where id = ${accountId}::uuid for update`;
  return db.webhookEndpoint.count({ where: { accountId, deletedAt: null } });
}

export type NewEndpoint = {
  id: string;
  accountId: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  secretSealed: Uint8Array;
};

export async function insertEndpoint(db: Db, made: NewEndpoint): Promise<void> {
  await db.$executeRaw`
    insert into webhook_endpoint (id, account_id, url, description, event_types, secret_sealed, created_at, updated_at)
    values (${made.id}::uuid, ${made.accountId}::uuid, ${made.url}, ${made.description}, ${[...made.eventTypes]}::text[],
      ${made.secretSealed}, business_now(), business_now())`;
}

export type EndpointChanges = {
  url?: string | undefined;
  description?: string | undefined;
  eventTypes?: readonly string[] | undefined;
  disabled?: boolean | undefined;
};

/** Changes what is named. Another address or switching on begins without a record of failures. */
export async function updateEndpoint(
  db: Db,
  accountId: string,
  endpointId: string,
  { url, description, eventTypes, disabled }: EndpointChanges,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update webhook_endpoint set
      url = coalesce(${url ?? null}, url),
      description = coalesce(${description ?? null}, description),
      event_types = coalesce(${eventTypes ? [...eventTypes] : null}::text[], event_types),
      failing_since = case when ${disabled === false || url !== undefined} then null else failing_since end,
      disabled_at = case ${disabled ?? null}::boolean when true then coalesce(disabled_at, business_now()) when false then null else disabled_at end,
      disabled_reason = case ${disabled ?? null}::boolean when true then coalesce(disabled_reason, 'MANUAL') when false then null else disabled_reason end,
      updated_at = business_now()
    where id = ${endpointId}::uuid and account_id = ${accountId}::uuid and deleted_at is null`;
  return changed === 1;
}

export async function endEndpoint(db: Db, accountId: string, endpointId: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    update webhook_endpoint set deleted_at = business_now(), updated_at = business_now()
    where id = ${endpointId}::uuid and account_id = ${accountId}::uuid and deleted_at is null`;
  return changed === 1;
}

/** The sealed secret that signs for an endpoint of the account. */
export async function sealedSecretOf(db: Db, accountId: string, endpointId: string): Promise<Uint8Array | undefined> {
  const [row] = await db.$queryRaw<{ secret_sealed: Uint8Array }[]>`
    select secret_sealed from webhook_endpoint
    where id = ${endpointId}::uuid and account_id = ${accountId}::uuid and deleted_at is null`;
  return row?.secret_sealed;
}

/** Puts a new secret first; the one before signs beside it until its wall-clock end. */
export async function replaceSecret(
  db: Db,
  accountId: string,
  endpointId: string,
  sealed: Uint8Array,
  oldUntil: Date | undefined,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update webhook_endpoint set secret_sealed = ${sealed},
      old_secret_sealed = case when ${oldUntil ?? null}::timestamptz is null then null else secret_sealed end,
      old_secret_until = ${oldUntil ?? null}::timestamptz, updated_at = business_now()
    where id = ${endpointId}::uuid and account_id = ${accountId}::uuid and deleted_at is null`;
  return changed === 1;
}

/** Writes the test event and its one delivery; answers both ids. */
export async function insertTest(
  db: Db,
  ids: { eventId: string; deliveryId: string },
  accountId: string,
  endpointId: string,
  type: string,
): Promise<void> {
  await db.$queryRaw`select 1 as one from webhook_endpoint where id = ${endpointId}::uuid for update`;
  await db.$executeRaw`
    with told as (
      insert into event (id, account_id, type, object_id, sequence, data, at)
      select ${ids.eventId}::uuid, ${accountId}::uuid, ${type}, ${endpointId}::uuid,
        (select coalesce(max(sequence), 0) + 1 from event where object_id = ${endpointId}::uuid),
        ${JSON.stringify({ endpointId })}, business_now()
      returning seq, at
    )
    insert into webhook_delivery (id, endpoint_id, event_seq, next_at, created_at)
    select ${ids.deliveryId}::uuid, ${endpointId}::uuid, seq, at, at from told`;
}
