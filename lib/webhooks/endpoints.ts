import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type {
  changeEndpointEndpoint,
  createEndpointEndpoint,
  deleteEndpointEndpoint,
  EndpointRecord,
  getEndpointsEndpoint,
  rotateSecretEndpoint,
  sendTestEndpoint,
} from "./contract.ts";
import { TEST_TYPE } from "./event-filters.ts";
import {
  countEndpoints,
  endEndpoint,
  type EndpointRow,
  endpointsOf,
  insertEndpoint,
  insertTest,
  lockForTest,
  replaceSecret,
  sealedSecretOf,
  updateEndpoint,
} from "./endpoint-store.ts";
import { emitTest } from "#lib/events/emit.ts";
import { newWebhookSecret } from "./signature.ts";
import { ForbiddenTarget, readTarget } from "./target.ts";

const MAX_ENDPOINTS = 20;
const OVERLAP_MS = 86_400_000;

/** Under what purpose an endpoint's secret is sealed. */
export const sealOf = (endpointId: string): string => `webhook ${endpointId}`;

/** The account's endpoints, newest first. */
export async function getEndpoints(ctx: Ctx): Promise<OutputOf<typeof getEndpointsEndpoint>> {
  return { data: (await endpointsOf(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/**
 * Makes an endpoint, which receives what happens from now on. Its secret is answered this once and kept sealed. Refuses
 * addresses that are recognisably private without a name server, and with INVALID_STATE a twenty-first endpoint.
 */
export async function createEndpoint(
  ctx: Ctx,
  input: InputOf<typeof createEndpointEndpoint>,
): Promise<OutputOf<typeof createEndpointEndpoint>> {
  const account = accountOf(ctx);
  checkUrl(ctx, input.url);
  const id = ctx.id();
  const secret = newWebhookSecret();
  return ctx.transaction(async (tx) => {
    if ((await countEndpoints(tx.db, account.id)) >= MAX_ENDPOINTS) {
      throw new Refusal(
        "INVALID_STATE",
        `${account.name} has ${MAX_ENDPOINTS} webhook endpoints already; delete one first.`,
      );
    }
    await insertEndpoint(tx.db, {
      id,
      accountId: account.id,
      url: input.url,
      description: input.description ?? "",
      eventTypes: input.eventTypes ?? [],
      ordered: input.ordered ?? false,
      secretSealed: ctx.app.secrets.seal(sealOf(id), secret),
    });
    await audit(tx, "create", id, {
      url: input.url,
      eventTypes: input.eventTypes ?? [],
      ordered: input.ordered ?? false,
    });
    return answerOnce(tx, await findEndpoint(tx, id), { secret });
  });
}

/** Changes an endpoint, switches it off, or on again: then what still waits for it is due at once. */
export async function changeEndpoint(
  ctx: Ctx,
  input: InputOf<typeof changeEndpointEndpoint>,
): Promise<OutputOf<typeof changeEndpointEndpoint>> {
  const { endpointId, url, description, eventTypes, ordered, disabled } = input;
  if (url !== undefined) checkUrl(ctx, url);
  return onEndpoint(ctx, endpointId, async (tx, accountId) => {
    const changes = { url, description, eventTypes, ordered, disabled };
    if (!(await updateEndpoint(tx.db, accountId, endpointId, changes))) throw unknownEndpoint();
    await audit(tx, "change", endpointId, changes);
    return answerWith(tx, await findEndpoint(tx, endpointId));
  });
}

/** Ends an endpoint for good; what waits for it is never sent, what was sent stays on record. */
export async function deleteEndpoint(
  ctx: Ctx,
  { endpointId }: InputOf<typeof deleteEndpointEndpoint>,
): Promise<OutputOf<typeof deleteEndpointEndpoint>> {
  return onEndpoint(ctx, endpointId, async (tx, accountId) => {
    if (!(await endEndpoint(tx.db, accountId, endpointId))) throw unknownEndpoint();
    await audit(tx, "delete", endpointId, {});
    return answerWith(tx, { endpointId, deleted: true });
  });
}

/** Makes a new secret, answered this once; for the overlap every message is signed with both. */
export async function rotateSecret(
  ctx: Ctx,
  input: InputOf<typeof rotateSecretEndpoint>,
): Promise<OutputOf<typeof rotateSecretEndpoint>> {
  const { endpointId, overlapMs = OVERLAP_MS } = input;
  const secret = newWebhookSecret();
  const oldUntil = overlapMs === 0 ? undefined : new Date(Date.now() + overlapMs);
  return onEndpoint(ctx, endpointId, async (tx, accountId) => {
    const sealed = ctx.app.secrets.seal(sealOf(endpointId), secret);
    if (!(await replaceSecret(tx.db, accountId, endpointId, sealed, oldUntil))) throw unknownEndpoint();
    await audit(tx, "rotate", endpointId, { overlapMs });
    return answerOnce(tx, await findEndpoint(tx, endpointId), { secret });
  });
}

/** Sends `webhook.test` by the way of all other events; INVALID_STATE when the endpoint is switched off. */
export async function sendTest(
  ctx: Ctx,
  { endpointId }: InputOf<typeof sendTestEndpoint>,
): Promise<OutputOf<typeof sendTestEndpoint>> {
  return onEndpoint(ctx, endpointId, async (tx, accountId) => {
    await needEnabled(tx, endpointId);
    const ids = { eventId: tx.id(), deliveryId: tx.id() };
    await lockForTest(tx.db, endpointId);
    const event = await emitTest(tx, { eventId: ids.eventId, accountId, endpointId, type: TEST_TYPE });
    await insertTest(tx.db, { deliveryId: ids.deliveryId, endpointId, ...event });
    await audit(tx, "test", endpointId, {});
    return answerWith(tx, ids);
  });
}

/** The account's endpoint as the API shows it; NOT_FOUND when there is none. */
export async function findEndpoint(ctx: Ctx, endpointId: string): Promise<EndpointRecord> {
  const [row] = isId(endpointId) ? await endpointsOf(ctx.db, accountOf(ctx).id, endpointId) : [];
  if (!row) throw unknownEndpoint();
  return recordOf(row);
}

/** The secret that signs for an endpoint of the account. Refuses with NOT_FOUND. */
export async function secretOf(ctx: Ctx, endpointId: string): Promise<string> {
  const sealed = await sealedSecretOf(ctx.db, accountOf(ctx).id, endpointId);
  if (!sealed) throw unknownEndpoint();
  return ctx.app.secrets.open(sealOf(endpointId), sealed);
}

/** Refuses an endpoint that is switched off with INVALID_STATE. */
export async function needEnabled(ctx: Ctx, endpointId: string): Promise<void> {
  const { status } = await findEndpoint(ctx, endpointId);
  if (status === "DISABLED") throw new Refusal("INVALID_STATE", "The endpoint is disabled; enable it first.");
}

function onEndpoint<T>(ctx: Ctx, endpointId: string, work: (tx: Ctx, accountId: string) => Promise<T>): Promise<T> {
  if (!isId(endpointId)) throw unknownEndpoint();
  return ctx.transaction((tx) => work(tx, accountOf(tx).id));
}

/** Answers with a secret that no stored answer holds: a repeated idempotency key is answered without it. */
async function answerOnce<Once>(ctx: Ctx, record: EndpointRecord, once: Once): Promise<EndpointRecord & Once> {
  await answerWith(ctx, record);
  return { ...record, ...once };
}

export const unknownEndpoint = () => new Refusal("NOT_FOUND", "There is no webhook endpoint with this id.");

function checkUrl(ctx: Ctx, url: string): void {
  try {
    readTarget(url, { allowHosts: ctx.app.env.webhookAllowHosts, allowHttp: ctx.app.mode === "sandbox" });
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw invalid("url", `url ${error.message}.`);
    throw error;
  }
}

function audit(ctx: Ctx, command: string, endpointId: string, detail: Record<string, unknown>): Promise<void> {
  return recordAudit(ctx, {
    action: `webhook-endpoint.${command}`,
    objectKind: "webhook-endpoint",
    objectId: endpointId,
    detail,
  });
}

function recordOf(row: EndpointRow): EndpointRecord {
  return {
    endpointId: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    ordered: row.ordered,
    status: row.disabled_at ? "DISABLED" : "ENABLED",
    ...(row.disabled_at && { disabledAt: row.disabled_at.getTime() }),
    ...(row.disabled_reason && { disabledReason: row.disabled_reason }),
    ...(row.failing_since && { failingSince: row.failing_since.getTime() }),
    ...(row.old_secret_until && { oldSecretUntil: row.old_secret_until.getTime() }),
    pending: row.pending,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
