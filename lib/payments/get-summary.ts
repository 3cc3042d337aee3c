import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { GetSummary, PaymentSummary } from "./contract.ts";
import type { countPaymentsEndpoint } from "./count-contract.ts";
import { MOST_COUNTED } from "#lib/contract/counted.ts";
import { rangeOf } from "./get-payments.ts";
import { countEach, summarise } from "./store.ts";

type CountPayments = InputOf<typeof countPaymentsEndpoint>;

/** Counts and sums of everything a filter finds, not only of one page (rulebook 11.2). */
export async function getSummary(ctx: Ctx, query: GetSummary): Promise<Raw<PaymentSummary>> {
  const now = await ctx.now();
  return summarise(ctx.db, { accountId: accountOf(ctx).id, filter: { ...query, ...wholeOf(query, now) } }, now);
}

/** How many payments each filter finds, in one statement, each counted no further than it is told. */
export async function countPayments(
  ctx: Ctx,
  { filters }: CountPayments,
): Promise<OutputOf<typeof countPaymentsEndpoint>> {
  const now = await ctx.now();
  const wanted = filters.map((filter) => ({ ...filter, ...wholeOf(filter, now) }));
  return { counts: await countEach(ctx.db, accountOf(ctx).id, wanted, MOST_COUNTED + 1, now) };
}

/** The range of a query, checked; without one, everything. */
const wholeOf = (query: GetSummary, now: Date) =>
  query.startTime === undefined && query.endTime === undefined ? {} : rangeOf(query, now);
