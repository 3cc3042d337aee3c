import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { listApprovalsEndpoint } from "./contract.ts";
import { recordOf } from "./record.ts";
import { listApprovalRows } from "./store.ts";

const DEFAULT_LIMIT = 100;

/** What waits, or waited, for a second person, newest first: what the account has asked for, or what the house decides. Refuses with INVALID_PAGINATION_TOKEN. */
export async function listApprovals(
  ctx: Ctx,
  query: InputOf<typeof listApprovalsEndpoint>,
): Promise<OutputOf<typeof listApprovalsEndpoint>> {
  const { startsAfter, limit = DEFAULT_LIMIT, lastId: _none, ...filter } = query;
  const { id: accountId } = accountOf(ctx);
  const of = accountId === (await houseOf(ctx.app)).id ? "house" : { accountId };
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "approvals", ...filter }, startsAfter, limit },
    (before, count) => listApprovalRows(ctx.db, { of, filter, before, limit: count }),
    ({ id }) => id,
  );
  return { data: await Promise.all(page.map((row) => recordOf(ctx, row))), startsAfter: next };
}
