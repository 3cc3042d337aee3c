import type { OutputOf } from "#lib/contract/endpoint.ts";
import { type Fiat, shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { passedPeriod } from "#lib/kernel/periods.ts";
import type { Rates } from "#lib/pricing/worth.ts";
import type { getBalanceMovementEndpoint } from "./contract.ts";
import { ratesOf } from "./get-balances.ts";
import { totalOf, worthOfAsset } from "./holdings.ts";
import { movedOfCustomer } from "./statement-store.ts";

/** A period of a customer's, or of what belongs to no bill; without an end it reaches to now. */
export type CustomerPeriod = { subaccount?: string | undefined; startTime: Date; endTime?: Date | undefined };

/**
 * How each asset moved by the bills of one customer: opening + in − out − fees = closing, as the account's movement has
 * it. Every ledger transaction is one customer's or no bill's, so that all of them make the account's to the unit.
 */
export async function getCustomerMovement(
  ctx: Ctx,
  { subaccount, ...period }: CustomerPeriod,
  fiat: Fiat,
): Promise<Omit<OutputOf<typeof getBalanceMovementEndpoint>, "customers"> & { rates: Rates }> {
  const { from, to } = await passedPeriod(ctx, period);
  const [moved, rates] = await Promise.all([
    movedOfCustomer(ctx.db, { accountId: accountOf(ctx).id, subaccount, from, to }),
    ratesOf(ctx, fiat, period.endTime),
  ]);
  const closings = moved.map(({ asset, opening, received, went, fees }) => ({
    asset,
    quantity: amountOf(asset, opening + received - went - fees),
  }));
  return {
    in: fiat,
    ...totalOf(closings, rates, fiat),
    startTime: from.getTime(),
    endTime: to.getTime(),
    data: moved.map(({ asset, opening, received, went, fees }, at) => {
      const closing = closings[at]?.quantity ?? amountOf(asset, 0n);
      return {
        ...shownAsset(asset),
        opening: amountOf(asset, opening),
        in: amountOf(asset, received),
        out: amountOf(asset, went),
        fees: amountOf(asset, fees),
        closing,
        value: worthOfAsset(asset, closing, rates, fiat),
      };
    }),
    rates,
  };
}
