import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { type Asset, shownAsset } from "#lib/kernel/assets.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { passedPeriod } from "#lib/kernel/periods.ts";
import type { getBalanceMovementEndpoint } from "./contract.ts";
import { balancesThen, ratesOf } from "./get-balances.ts";
import { heldAt, holdingOf, totalOf, worthOfAsset } from "./holdings.ts";
import { type Movements, movedBetween } from "./statement-store.ts";

/**
 * How each asset's holding moved from one instant until before another: opening + in − out − fees = closing. Both ends are
 * balances of those instants, so a movement that the middle leaves out would show. By customer as bills tell it.
 */
export async function getBalanceMovement(
  ctx: Ctx,
  { in: fiat = "EUR", ...period }: InputOf<typeof getBalanceMovementEndpoint>,
): Promise<OutputOf<typeof getBalanceMovementEndpoint>> {
  const { from, to } = await passedPeriod(ctx, period);
  const [rows, moved, rates] = await Promise.all([
    balancesThen(ctx, [from, to]),
    movedBetween(ctx.db, accountOf(ctx).id, from, to),
    ratesOf(ctx, fiat, period.endTime),
  ]);
  const opening = new Map(heldAt(rows, 1, from).map((held) => [held.asset, holdingOf(held)]));
  const closing = heldAt(rows, 2, to).map((held) => ({ asset: held.asset, quantity: holdingOf(held) }));
  return {
    in: fiat,
    ...totalOf(closing, rates, fiat),
    startTime: from.getTime(),
    endTime: to.getTime(),
    data: closing.map(({ asset, quantity }) => ({
      ...shownAsset(asset),
      opening: opening.get(asset) ?? amountOf(asset, 0n),
      ...sumsOf(
        asset,
        moved.filter((one) => one.asset === asset),
      ),
      closing: quantity,
      value: worthOfAsset(asset, quantity, rates, fiat),
    })),
    customers: moved.map(({ subaccount, ...one }) => ({
      ...(subaccount !== null && { subaccount }),
      ...shownAsset(one.asset),
      ...sumsOf(one.asset, [one]),
    })),
  };
}

const sumsOf = (asset: Asset, moved: readonly Pick<Movements, "received" | "went" | "fees">[]) => ({
  in: amountOf(asset, sumOf(moved.map(({ received }) => received))),
  out: amountOf(asset, sumOf(moved.map(({ went }) => went))),
  fees: amountOf(asset, sumOf(moved.map(({ fees }) => fees))),
});
