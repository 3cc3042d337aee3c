import { MOST_COUNTED } from "#lib/contract/counted.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { endsBefore, invalid } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { type FixedRates, fixedRates, ratesNow, shownRates } from "#lib/pricing/worth.ts";
import type { ConversionRecord, listConversionsEndpoint } from "./contract.ts";
import type { countConversionsEndpoint } from "./count-contract.ts";
import { mayReadCost } from "./get-conversions.ts";
import { type ConversionQuery, countEach, listConversions as listRows } from "./store.ts";

const DEFAULT_LIMIT = 100;

export type ListConversions = InputOf<typeof listConversionsEndpoint>;
/** A page of conversions, as text of the database. */
type ConversionsPage = { data: Raw<ConversionRecord>[]; startsAfter: string | null } & ReturnType<typeof shownRates>;

/**
 * Conversions by filters, in an order, in pages: newest first unless requested otherwise. A list by value is valued at
 * the prices of its first page. Refuses with VALIDATION_FAILED, INVALID_PAGINATION_TOKEN.
 */
export async function listConversions(ctx: Ctx, query: ListConversions): Promise<ConversionsPage> {
  const accountId = accountOf(ctx).id;
  const { sort = "-created", in: fiat, limit = DEFAULT_LIMIT, startsAfter, lastId: _none, ...filter } = query;
  refuseRange(filter);
  const isByValue = sort.endsWith("value");
  if (fiat !== undefined && !isByValue) throw invalid("in", "in goes with a sort by value.");
  const bound = { list: "conversions by filter", sort, in: fiat, ...filter };
  const [key, id, fixed] = startsAfter === undefined ? [] : openToken(ctx.app, accountId, bound, startsAfter);
  const rates: FixedRates = isByValue
    ? fixed === undefined
      ? fixedRates(await ratesNow(ctx, fiat ?? "EUR"))
      : JSON.parse(fixed)
    : {};
  const criteria: ConversionQuery = {
    accountId,
    filter,
    sort,
    rates,
    limit,
    withCost: mayReadCost(ctx),
    after: key === undefined || id === undefined ? undefined : { key, id },
  };
  const { records, next } = await listRows(ctx.db, criteria);
  const token = next && [next.key, next.id, ...(isByValue ? [JSON.stringify(rates)] : [])];
  return {
    data: records,
    startsAfter: token ? sealToken(ctx.app, accountId, bound, token) : null,
    ...shownRates(rates),
  };
}

/** How many conversions each filter finds, in one statement, each counted no further than it is told. */
export async function countEachFilter(
  ctx: Ctx,
  { filters }: InputOf<typeof countConversionsEndpoint>,
): Promise<OutputOf<typeof countConversionsEndpoint>> {
  for (const filter of filters) refuseRange(filter);
  return { counts: await countEach(ctx.db, accountOf(ctx).id, filters, MOST_COUNTED + 1) };
}

function refuseRange({ startTime, endTime }: Pick<ListConversions, "startTime" | "endTime">): void {
  if (startTime && endTime && endTime < startTime) throw endsBefore(endTime);
}
