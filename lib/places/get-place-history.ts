import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { ratesAt, ratesNow } from "#lib/pricing/worth.ts";
import type { getPlaceHistoryEndpoint } from "./contract.ts";
import { houseDays, lyingAt } from "./store.ts";
import { totalOfUnits, valueOfUnits } from "./worth.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** What lay in all places at the close of each of the house's last days, at the prices of that moment, and now. */
export async function getPlaceHistory(
  ctx: Ctx,
  { in: fiat = "EUR", days: count = DAYS }: InputOf<typeof getPlaceHistoryEndpoint>,
): Promise<OutputOf<typeof getPlaceHistoryEndpoint>> {
  const now = await ctx.now();
  const { zone, days: last } = await houseDays(ctx.db, now, count);
  const closes = last.slice(0, -1).map(({ end }) => end);
  const [rows, past, present] = await Promise.all([
    // What is posted while this is read stands in the past of no instant: now is where nothing is later.
    lyingAt(ctx.db, [...closes, new Date(now.getTime() + DAY_MS)]),
    ratesAt(ctx, fiat, closes),
    ratesNow(ctx, fiat),
  ]);
  const days = last.map(({ day }, nth) => {
    const rates = past[nth] ?? present;
    const lying = rows.filter((row) => row.nth === nth + 1 && row.units !== 0n);
    return {
      day,
      at: (closes[nth] ?? now).getTime(),
      ...totalOfUnits(lying, rates, fiat),
      data: lying.map(({ asset, units }) => ({
        ...shownAsset(asset),
        holding: amountOf(asset, units),
        value: valueOfUnits({ asset, units }, rates, fiat),
      })),
    };
  });
  return { in: fiat, zone, days };
}
