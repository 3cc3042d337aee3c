import type { RowOf } from "#lib/kernel/statement.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./endpoint.sql.ts";

export type EndpointRow = RowOf<typeof sql.endpointsOf>;

const MAX_LISTED = 200;

/** The account's endpoints that are not ended, newest first; one of them when an id is given. */
export function endpointsOf(db: Db, accountId: string, endpointId?: string): Promise<EndpointRow[]> {
  return sql.endpointsOf(db, { accountId, endpointId, maxListed: MAX_LISTED });
}

/** Locks the account, so that the endpoints counted are all there are. */
export async function countEndpoints(db: Db, accountId: string): Promise<number> {
  await sql.countEndpoints(db, { accountId });
  return db.webhookEndpoint.count({ where: { accountId, deletedAt: null } });
}

export type NewEndpoint = {
  id: string;
  accountId: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  ordered: boolean;
  secretSealed: Uint8Array;
};

export async function insertEndpoint(db: Db, made: NewEndpoint): Promise<void> {
  const { eventTypes, secretSealed } = made;
  await db.webhookEndpoint.createMany({
    data: { ...made, eventTypes: [...eventTypes], secretSealed: new Uint8Array(secretSealed) },
  });
}

export type EndpointChanges = {
  url?: string | undefined;
  description?: string | undefined;
  eventTypes?: readonly string[] | undefined;
  ordered?: boolean | undefined;
  disabled?: boolean | undefined;
};

/** Changes what is named. Another address or switching on begins without a record of failures. */
export async function updateEndpoint(
  db: Db,
  accountId: string,
  endpointId: string,
  { url, description, eventTypes, ordered, disabled }: EndpointChanges,
): Promise<boolean> {
  const changed = await sql.updateEndpoint(db, {
    url,
    description,
    eventTypes: eventTypes ? [...eventTypes] : null,
    ordered,
    disabled: disabled === false || url !== undefined,
    disabledReason: disabled,
    endpointId,
    accountId,
  });
  return changed === 1;
}

export async function endEndpoint(db: Db, accountId: string, endpointId: string): Promise<boolean> {
  const changed = await sql.endEndpoint(db, { endpointId, accountId });
  return changed === 1;
}

/** The sealed secret that signs for an endpoint of the account. */
export async function sealedSecretOf(db: Db, accountId: string, endpointId: string): Promise<Uint8Array | undefined> {
  const endpoint = await db.webhookEndpoint.findFirst({
    select: { secretSealed: true },
    where: { id: endpointId, accountId, deletedAt: null },
  });
  return endpoint?.secretSealed;
}

/** Puts a new secret first; the one before signs beside it until its wall-clock end. */
export async function replaceSecret(
  db: Db,
  accountId: string,
  endpointId: string,
  sealed: Uint8Array,
  oldUntil: Date | undefined,
): Promise<boolean> {
  const changed = await sql.replaceSecret(db, { sealed, oldUntil, endpointId, accountId });
  return changed === 1;
}

/** Locks the endpoint, so that its test events are counted one after another. */
export async function lockForTest(db: Db, endpointId: string): Promise<void> {
  await sql.lockForTest(db, { endpointId });
}

/** The one delivery of a test event. */
export async function insertTest(
  db: Db,
  { deliveryId, endpointId, seq, at }: { deliveryId: string; endpointId: string; seq: bigint; at: Date },
): Promise<void> {
  await db.webhookDelivery.createMany({
    data: { id: deliveryId, endpointId, eventSeq: seq, nextAt: at, createdAt: at },
  });
}
