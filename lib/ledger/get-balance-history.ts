import { shownAsset } from "#lib/kernel/assets.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { ratesAt, ratesNow } from "#lib/pricing/worth.ts";
import type { getBalanceHistoryEndpoint } from "./contract.ts";
import { balancesThen, quantityOf } from "./get-balances.ts";
import { heldAt, totalOf, worthOfAsset } from "./holdings.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** What the account held at the close of each of the last days, at the prices of that moment, and now. */
export async function getBalanceHistory(
  ctx: Ctx,
  { in: fiat = "EUR", days: count = DAYS }: InputOf<typeof getBalanceHistoryEndpoint>,
): Promise<OutputOf<typeof getBalanceHistoryEndpoint>> {
  const now = await ctx.now();
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const closes = Array.from({ length: count - 1 }, (_, at) => new Date(today - (count - 2 - at) * DAY_MS));
  // What is posted while this is read stands in the past of no instant: now is where nothing is later.
  const instants = [...closes, new Date(now.getTime() + DAY_MS)];
  const [rows, past, present] = await Promise.all([
    balancesThen(ctx, instants),
    ratesAt(ctx, fiat, closes),
    ratesNow(ctx, fiat),
  ]);
  const days = instants.map((instant, nth) => {
    const rates = past[nth] ?? present;
    const held = heldAt(rows, nth + 1, instant).map(quantityOf);
    const isNow = nth === closes.length;
    return {
      day: dayOf(isNow ? now.getTime() : instant.getTime() - 1),
      at: isNow ? now.getTime() : instant.getTime(),
      ...totalOf(held, rates, fiat),
      data: held.map(({ asset, quantity }) => ({
        ...shownAsset(asset),
        holding: quantity,
        value: worthOfAsset(asset, quantity, rates, fiat),
      })),
    };
  });
  return { in: fiat, days };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
