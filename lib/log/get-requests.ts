import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { permissionsIn } from "#lib/contract/may.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import type {
  FailureGroup,
  getFailuresEndpoint,
  getRequestEndpoint,
  getRequestsEndpoint,
  RequestLine,
  RequestWhole,
} from "./request-log-contract.ts";
import { findFailures, findRequest, findRequests, type RequestRow } from "./request-log-store.ts";

const DEFAULT_LIMIT = 100;
const MOST_GROUPS = 50;
const DAY_MS = 86_400_000;

/** The account's calls by filters and pages, newest first. */
export async function getRequests(
  ctx: Ctx,
  query: InputOf<typeof getRequestsEndpoint>,
): Promise<OutputOf<typeof getRequestsEndpoint>> {
  const { startsAfter, limit = DEFAULT_LIMIT, ...filter } = query;
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "requests", ...filter }, startsAfter, limit },
    (before, count) =>
      findRequests(ctx.db, {
        accountId: accountOf(ctx).id,
        scopes: readable(ctx),
        filter,
        before,
        limit: count,
      }),
    ({ id }) => id,
  );
  return { data: page.map(lineOf), startsAfter: next };
}

/** One call with its bodies. Unknown, foreign or forgotten: NOT_FOUND. */
export async function getRequest(
  ctx: Ctx,
  { requestId }: InputOf<typeof getRequestEndpoint>,
): Promise<OutputOf<typeof getRequestEndpoint>> {
  const row = isId(requestId) ? await findRequest(ctx.db, accountOf(ctx).id, readable(ctx), requestId) : undefined;
  if (!row) throw new Refusal("NOT_FOUND", "There is no request with this id in the log.");
  const whole: RequestWhole = {
    ...lineOf(row),
    ...(row.body !== null && { requestBody: row.body }),
    ...(row.answer !== null && { responseBody: row.answer }),
  };
  return whole;
}

/** Failures since a time, 24 hours when none is given; those that say the same are one line. */
export async function getFailures(
  ctx: Ctx,
  { startTime }: InputOf<typeof getFailuresEndpoint>,
): Promise<OutputOf<typeof getFailuresEndpoint>> {
  const since = startTime ?? new Date(Date.now() - DAY_MS);
  const rows = await findFailures(ctx.db, accountOf(ctx).id, readable(ctx), since, MOST_GROUPS);
  const data = rows.map(
    ({ last_at, last_id, ...same }): FailureGroup => ({ ...same, lastAt: last_at.getTime(), lastRequestId: last_id }),
  );
  return { data };
}

/** A line is read by who may call the operation it records: it holds what that answered. */
const readable = ({ app, actor }: Ctx): readonly string[] => [...permissionsIn(app.mode, actor), "public"];

function lineOf(row: RequestRow): RequestLine {
  return {
    requestId: row.id,
    at: row.at.getTime(),
    method: row.method,
    target: row.target,
    route: row.route,
    status: row.status,
    durationMs: row.ms,
    caller: row.caller,
    ...(row.code !== null && { code: row.code }),
    ...(row.message !== null && { message: row.message }),
    ...(row.idempotencyKey !== null && { idempotencyKey: row.idempotencyKey }),
    replayed: row.replayed,
    ...(row.objectId !== null && { objectId: row.objectId }),
    ...(row.clientAddress !== null && { clientAddress: row.clientAddress }),
  };
}
