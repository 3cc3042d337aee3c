import type { InputOf } from "#lib/api/endpoint.ts";
import { openToken, sealToken } from "#lib/api/paging.ts";
import { type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { AuditRecord, listAuditEndpoint } from "./contract.ts";
import { type AuditRow, listAuditRows } from "./store.ts";

const DEFAULT_LIMIT = 100;

/** The audit record of the account by filters and pages; nothing in it can be changed or removed. */
export async function listAudit(ctx: Ctx, query: InputOf<typeof listAuditEndpoint>): Promise<Answer> {
  const account = accountOf(ctx);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const { startsAfter, limit: _limit, format: _format, ...filters } = query;
  const bound = { list: "audit", ...filters };
  const [before] = startsAfter ? openToken(ctx.house, account.id, bound, startsAfter) : [];
  const found = await listAuditRows(ctx.db, {
    accountId: account.id,
    from: query.startTime,
    to: query.endTime,
    actor: query.actor,
    action: query.action,
    objectId: query.objectId,
    requestId: query.requestId,
    before: before === undefined ? undefined : BigInt(before),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? sealToken(ctx.house, account.id, bound, [last.seq.toString()]) : null;
  return { body: { data: page.map(recordOf), startsAfter: next } };
}

function recordOf(row: AuditRow): AuditRecord {
  return {
    at: row.at.getTime(),
    actor: row.actor,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    detail: row.detail,
    requestId: row.request_id,
    clientAddress: row.client_address ?? undefined,
  };
}
