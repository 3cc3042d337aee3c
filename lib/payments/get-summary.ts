import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { GetSummary, PaymentSummary } from "./contract.ts";
import { rangeOf } from "./get-payments.ts";
import { summarise } from "./store.ts";

/** Counts and sums of everything a filter finds, not only of one page (rulebook 11.2). */
export async function getSummary(ctx: Ctx, query: GetSummary): Promise<Raw<PaymentSummary>> {
  const now = await ctx.now();
  const unlimited = query.startTime === undefined && query.endTime === undefined;
  const range = unlimited ? {} : rangeOf(query, now);
  return summarise(ctx.db, { accountId: accountOf(ctx).id, filter: { ...query, ...range } }, now);
}
