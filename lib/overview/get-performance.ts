import { type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { GetPerformance } from "./performance-contract.ts";
import { performanceJson } from "./performance-store.ts";

/** What conversions brought and cost, and how fast deposits became fiat, by day. */
export async function getPerformance(ctx: Ctx, query: GetPerformance): Promise<Answer> {
  const now = await ctx.now();
  const fiat = query.fiat ?? "EUR";
  const { conversions, deliveries } = await performanceJson(ctx.db, accountOf(ctx).id, fiat, now);
  return { body: { at: now.getTime(), fiat, conversions: new Raw(conversions), deliveries: new Raw(deliveries) } };
}
