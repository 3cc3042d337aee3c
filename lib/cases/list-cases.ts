import type { OutputOf } from "#lib/contract/endpoint.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sortOf } from "#lib/kernel/keyset.ts";
import { AGES_HOURS } from "./case-kinds.ts";
import type { CaseList, ListCases, listCasesEndpoint } from "./contract.ts";
import { readerOf } from "./reader.ts";
import { recordOf } from "./record.ts";
import { type CaseQuery, listCaseRows, type Valuation } from "./store.ts";
import { valuationIn } from "./valuation.ts";
import { waitsOf } from "./waits.ts";

const DEFAULT_LIMIT = 100;

/**
 * What waits for a person, by filters and pages: the next due first unless requested otherwise. All pages of one list
 * are valued at the prices of the first. Refuses with INVALID_PAGINATION_TOKEN.
 */
export async function listCases(ctx: Ctx, query: ListCases): Promise<OutputOf<typeof listCasesEndpoint>> {
  const account = accountOf(ctx);
  const now = await ctx.now();
  const token = readToken(ctx, query);
  const valuation = token?.valuation ?? (await valuationIn(ctx, query.fiat ?? "EUR", now));
  const { fiat: _valued, limit = DEFAULT_LIMIT, sort = "due", dayEndsAt, startsAfter: _token, age, ...filter } = query;
  const search: CaseQuery = {
    accountId: account.id,
    now,
    valuation,
    waits: await waitsOf(ctx),
    reader: await readerOf(ctx),
    age,
    filter: { ...filter, state: filter.state ?? "OPEN" },
  };
  const page = {
    ...sortOf(sort),
    limit: limit + 1,
    after: token?.after,
  };
  const found = await listCaseRows(ctx.db, search, page, dayEndsAt ?? endOfDay(now));
  const { rows, count, worth, due, ages } = found;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const body: CaseList = {
    data: shown.map((row) => recordOf(row, valuation.fiat, ctx.app)),
    fiat: valuation.fiat,
    count,
    worth: Decimal.from(worth),
    due,
    ages: AGES_HOURS.map((fromHours, at) => ({
      fromHours,
      count: ages[at]?.count ?? 0,
      worth: Decimal.from(ages[at]?.worth ?? "0"),
    })),
    startsAfter:
      rows.length > limit && last
        ? sealToken(ctx.app, account.id, boundTo(query), [JSON.stringify(valuation), last.key, last.case_id])
        : null,
  };
  return body;
}

/** The reader's own day is theirs to say; else the day of UTC. */
const endOfDay = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

function boundTo(query: ListCases): Record<string, unknown> {
  const { startsAfter: _token, limit: _limit, dayEndsAt: _day, ...filters } = query;
  return filters;
}

type Token = { valuation: Valuation; after: { key: string; id: string } };

function readToken(ctx: Ctx, query: ListCases): Token | undefined {
  if (query.startsAfter === undefined) return undefined;
  const [valuation, key, id] = openToken(ctx.app, accountOf(ctx).id, boundTo(query), query.startsAfter);
  return { valuation: JSON.parse(valuation ?? "{}"), after: { key: key ?? "", id: id ?? "" } };
}
