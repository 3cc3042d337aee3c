import { mayReadCost } from "#lib/conversions/get-conversions.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { fiatRates } from "./fiat-rates.ts";
import type { GetPerformance, PerformanceRecord } from "./performance-contract.ts";
import { type PerformanceJson, performanceJson } from "./performance-store.ts";

type Performance = Pick<PerformanceRecord, "at" | "fiat"> & PerformanceJson;

/** What conversions into every fiat brought and cost, valued in one at the rates of now, and how fast deposits became fiat, by day. */
export async function getPerformance(ctx: Ctx, query: GetPerformance): Promise<Performance> {
  const now = await ctx.now();
  const fiat = query.fiat ?? "EUR";
  const rates = await fiatRates(ctx, fiat);
  return {
    at: now.getTime(),
    fiat,
    ...(await performanceJson(ctx.db, accountOf(ctx).id, { fiat, rates, now, withCost: mayReadCost(ctx) })),
  };
}
