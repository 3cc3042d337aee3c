import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { attemptFaultOf } from "./attempt-faults.ts";
import type { AttemptRecord, DeliveryRecord, getDeliveriesEndpoint } from "./contract.ts";
import { type AttemptRow, attemptsOf, deliveriesOf, type DeliveryRow } from "./delivery-store.ts";
import { findEndpoint } from "./endpoints.ts";

const DEFAULT_LIMIT = 50;
/** More tries than the schedule has, so that a few resends show as well. */
const SHOWN_ATTEMPTS = 25;

/** An endpoint's deliveries, newest event first, each with its latest tries. Pages as all lists do. */
export async function getDeliveries(
  ctx: Ctx,
  query: InputOf<typeof getDeliveriesEndpoint>,
): Promise<OutputOf<typeof getDeliveriesEndpoint>> {
  const { endpointId, limit = DEFAULT_LIMIT, startsAfter, lastId: _none, ...filter } = query;
  await findEndpoint(ctx, endpointId);
  const named = [filter.objectId, filter.deliveryId].filter((id) => id !== undefined);
  if (!named.every(isId)) return { data: [], startsAfter: null };
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { endpointId, ...filter }, startsAfter, limit },
    (before, count) => deliveriesOf(ctx.db, { endpointId, filter, before, limit: count }),
    (row) => row.event_seq,
  );
  const attempts = await attemptsOf(
    ctx.db,
    page.map(({ id }) => id),
    SHOWN_ATTEMPTS,
  );
  return { data: page.map((row) => recordOf(row, attempts)), startsAfter: next };
}

function recordOf(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryRecord {
  return {
    deliveryId: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    objectId: row.object_id,
    sequence: row.sequence,
    status: row.status,
    ...(row.next_at && { nextAt: row.next_at.getTime() }),
    ...(row.delivered_at && { deliveredAt: row.delivered_at.getTime() }),
    createdAt: row.created_at.getTime(),
    attempts: attempts.filter((each) => each.delivery_id === row.id).map(attemptOf),
  };
}

function attemptOf(row: AttemptRow): AttemptRecord {
  return {
    at: row.at.getTime(),
    ...(row.status_code !== null && { statusCode: row.status_code }),
    ...(row.error !== null && { error: row.error, errorCode: attemptFaultOf(row.error) }),
    durationMs: row.duration_ms,
    response: row.response,
  };
}
