import type { Fiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { fiatRates } from "./fiat-rates.ts";
import type { ConversionDay, DeliveryDay, GetPerformance, PerformanceRecord } from "./performance-contract.ts";
import { performanceJson } from "./performance-store.ts";

type Performance = Pick<PerformanceRecord, "at" | "fiat"> & {
  unpriced: Raw<Fiat[]>;
  conversions: Raw<ConversionDay[]>;
  deliveries: Raw<DeliveryDay[]>;
};

/** What conversions into every fiat brought and cost, valued in one at the rates of now, and how fast deposits became fiat, by day. */
export async function getPerformance(ctx: Ctx, query: GetPerformance): Promise<Performance> {
  const now = await ctx.now();
  const fiat = query.fiat ?? "EUR";
  const rates = await fiatRates(ctx, fiat);
  return { at: now.getTime(), fiat, ...(await performanceJson(ctx.db, accountOf(ctx).id, { fiat, rates, now })) };
}
