import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { AuditRecord, listAuditEndpoint } from "./contract.ts";
import type { AuditFilter } from "./filters.ts";
import { type AuditRow, countAuditRows, listAuditRows } from "./store.ts";

const DEFAULT_LIMIT = 100;

/** The audit record of the account by filters and pages; nothing in it can be changed or removed. */
export async function listAudit(
  ctx: Ctx,
  query: InputOf<typeof listAuditEndpoint>,
): Promise<OutputOf<typeof listAuditEndpoint>> {
  const { startsAfter, limit = DEFAULT_LIMIT, ...filter } = query;
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "audit", ...filter }, startsAfter, limit },
    (before, count) =>
      listAuditRows(ctx.db, {
        accountId: accountOf(ctx).id,
        filter,
        before: before === undefined ? undefined : BigInt(before),
        limit: count,
      }),
    ({ seq }) => seq,
  );
  return { data: page.map(recordOf), startsAfter: next };
}

/** How many lines a filter finds. */
export const countAudit = (ctx: Ctx, filter: AuditFilter): Promise<number> =>
  countAuditRows(ctx.db, accountOf(ctx).id, filter);

function recordOf(row: AuditRow): AuditRecord {
  return {
    at: row.at.getTime(),
    actor: row.actor,
    action: row.action,
    objectKind: row.objectKind,
    objectId: row.objectId,
    detail: row.detail as AuditRecord["detail"],
    requestId: row.requestId,
    clientAddress: row.clientAddress ?? undefined,
  };
}
