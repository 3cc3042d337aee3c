import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { ConversionDay, DeliveryDay, GetPerformance, PerformanceRecord } from "./performance-contract.ts";
import { performanceJson } from "./performance-store.ts";

type Performance = Pick<PerformanceRecord, "at" | "fiat"> & {
  conversions: Raw<ConversionDay[]>;
  deliveries: Raw<DeliveryDay[]>;
};

/** What conversions brought and cost, and how fast deposits became fiat, by day. */
export async function getPerformance(ctx: Ctx, query: GetPerformance): Promise<Performance> {
  const now = await ctx.now();
  const fiat = query.fiat ?? "EUR";
  const { conversions, deliveries } = await performanceJson(ctx.db, accountOf(ctx).id, fiat, now);
  return {
    at: now.getTime(),
    fiat,
    conversions,
    deliveries,
  };
}
