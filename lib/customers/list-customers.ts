import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { sortOf } from "#lib/kernel/keyset.ts";
import { ratesNow } from "#lib/pricing/worth.ts";
import type { CustomerList, ListCustomers } from "./contract.ts";
import type { CustomerSort } from "./filters.ts";
import { type CustomerQuery, readCustomers } from "./store.ts";

const DEFAULT_LIMIT = 100;
type Rates = CustomerQuery["rates"];

/**
 * The customers that bills name, with their bills in one fiat. A token carries the instant and the rates of the first
 * page: while prices move, no customer moves from one page to another. Refuses with INVALID_PAGINATION_TOKEN.
 */
export async function listCustomers(ctx: Ctx, query: ListCustomers): Promise<CustomerList> {
  const { in: fiat = "EUR", sort = "-value", limit = DEFAULT_LIMIT, startsAfter, ...filter } = query;
  const accountId = accountOf(ctx).id;
  const bound = { list: "customers", ...filter, in: fiat, sort };
  const token = startsAfter === undefined ? undefined : readToken(openToken(ctx.app, accountId, bound, startsAfter));
  const now = token?.now ?? (await ctx.now());
  const rates = token?.rates ?? [...(await ratesNow(ctx, fiat))].map(([symbol, { rate }]) => [symbol, rate] as const);
  const criteria: CustomerQuery = {
    accountId,
    filter: { ...filter, endTime: filter.endTime && filter.endTime < now ? filter.endTime : now },
    fiat,
    rates,
    now,
    sort: sortOf<CustomerSort>(sort),
    limit: limit + 1,
    after: token?.after,
  };
  const {
    rows,
    all: { unpriced, ...total },
  } = await readCustomers(ctx.db, criteria);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    in: fiat,
    unpriced: unpriced as CustomerList["unpriced"],
    total,
    data: page.map(({ key: _key, lastBillAt, ...line }) => ({ ...line, lastBillAt: lastBillAt.getTime() })),
    startsAfter: last
      ? sealToken(ctx.app, accountId, bound, [
          last.key,
          last.subaccount,
          String(now.getTime()),
          ...rates.flatMap(([symbol, rate]) => [symbol, rate.toString()]),
        ])
      : null,
  };
}

function readToken([key = "", subaccount = "", at = "0", ...pairs]: readonly string[]) {
  const rates: Rates = pairs.flatMap((symbol, nth) =>
    nth % 2 === 0 ? [[symbol, Decimal.from(pairs[nth + 1] ?? "0")] as const] : [],
  );
  return { after: { key, id: subaccount }, now: new Date(Number(at)), rates };
}
