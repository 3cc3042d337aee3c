import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import type { listApprovalsEndpoint } from "./contract.ts";
import { recordOf } from "./record.ts";
import { listApprovalRows } from "./store.ts";

const DEFAULT_LIMIT = 100;

/** What waits, or waited, for a second person, newest first. Refuses with INVALID_PAGINATION_TOKEN. */
export async function listApprovals(
  ctx: Ctx,
  query: InputOf<typeof listApprovalsEndpoint>,
): Promise<OutputOf<typeof listApprovalsEndpoint>> {
  const { status, startsAfter, limit = DEFAULT_LIMIT } = query;
  const { id: accountId } = accountOf(ctx);
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "approvals", status }, startsAfter, limit },
    (before, count) => listApprovalRows(ctx.db, { accountId, status, before, limit: count }),
    ({ id }) => id,
  );
  const rules = await settingsOf(ctx, accountId);
  return { data: page.map((row) => recordOf(row, rules, ctx.actor)), startsAfter: next };
}
