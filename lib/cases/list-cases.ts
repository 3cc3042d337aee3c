import type { OutputOf } from "#lib/contract/endpoint.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { CaseList, ListCases, listCasesEndpoint } from "./contract.ts";
import { recordOf } from "./record.ts";
import { type CaseQuery, listCaseRows, type Valuation } from "./store.ts";
import { valuationIn } from "./valuation.ts";

const DEFAULT_LIMIT = 100;

/**
 * What waits for a person, by filters and pages: the dearest first unless requested otherwise. All pages of one list
 * are valued at the prices of the first. Refuses with INVALID_PAGINATION_TOKEN.
 */
export async function listCases(ctx: Ctx, query: ListCases): Promise<OutputOf<typeof listCasesEndpoint>> {
  const account = accountOf(ctx);
  const now = await ctx.now();
  const token = readToken(ctx, query);
  const valuation = token?.valuation ?? (await valuationIn(ctx, query.fiat ?? "EUR", now));
  const { fiat: _valued, limit = DEFAULT_LIMIT, sort = "-worth", startsAfter: _token, ...filter } = query;
  const asked: CaseQuery = {
    accountId: account.id,
    now,
    valuation,
    userId: ctx.actor.kind === "staff" ? ctx.actor.userId : undefined,
    filter: { ...filter, state: filter.state ?? "OPEN" },
  };
  const { rows, count, worth } = await listCaseRows(ctx.db, asked, {
    by: sort.endsWith("worth") ? "worth" : "since",
    descending: sort.startsWith("-"),
    limit: limit + 1,
    after: token?.after,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const body: CaseList = {
    data: page.map((row) => recordOf(row, valuation.fiat)),
    fiat: valuation.fiat,
    count,
    worth: Decimal.from(worth),
    startsAfter:
      rows.length > limit && last
        ? sealToken(ctx.app, account.id, boundTo(query), [JSON.stringify(valuation), last.key, last.case_id])
        : null,
  };
  return body;
}

function boundTo(query: ListCases): Record<string, unknown> {
  const { startsAfter: _token, limit: _limit, ...filters } = query;
  return filters;
}

type Token = { valuation: Valuation; after: { key: string; id: string } };

function readToken(ctx: Ctx, query: ListCases): Token | undefined {
  if (query.startsAfter === undefined) return undefined;
  const [valuation, key, id] = openToken(ctx.app, accountOf(ctx).id, boundTo(query), query.startsAfter);
  return { valuation: JSON.parse(valuation ?? "{}"), after: { key: key ?? "", id: id ?? "" } };
}
