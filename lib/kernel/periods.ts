import type { Ctx } from "./context.ts";
import { endsBefore, invalid } from "./errors.ts";

type Period = { from: Date; to: Date };

const REPORT_MS = 30 * 86_400_000;
const MOST_MS = 90 * 86_400_000;

/** An instant that has not come yet has nothing to tell. */
export async function mustHavePassed(ctx: Ctx, field: string, instant: Date): Promise<void> {
  if (instant > (await ctx.now())) throw invalid(field, `${field} lies in the future.`);
}

/** From one instant until before another, without an end until now. Refuses an end that has not come, or before its beginning. */
export async function passedPeriod(
  ctx: Ctx,
  { startTime: from, endTime }: { startTime: Date; endTime?: Date | undefined },
): Promise<Period> {
  const to = endTime ?? (await ctx.now());
  await mustHavePassed(ctx, "endTime", to);
  if (from > to) throw endsBefore(endTime);
  return { from, to };
}

/** What a report is of: the last 30 days where nothing is said. Refuses one that ends before it begins or spans more than 90 days. */
export async function reportPeriod(
  ctx: Ctx,
  { startTime, endTime }: { startTime?: Date | undefined; endTime?: Date | undefined },
): Promise<Period> {
  const to = endTime ?? (await ctx.now());
  const from = startTime ?? new Date(to.getTime() - REPORT_MS);
  if (from > to) throw endsBefore(endTime);
  if (to.getTime() - from.getTime() > MOST_MS)
    throw invalid("startTime", "startTime and endTime lie more than 90 days apart.");
  return { from, to };
}
