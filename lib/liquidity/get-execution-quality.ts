import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { assetOf, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, floorTo } from "#lib/kernel/money.ts";
import { reportPeriod } from "#lib/kernel/periods.ts";
import type { getExecutionQualityEndpoint } from "./contract.ts";
import { type ExecutionRow, type HouseRow, readExecutions, readHouseAccounts } from "./quality-store.ts";

type Quality = OutputOf<typeof getExecutionQualityEndpoint>;

const WHOLE_BPS = Decimal.of(10_000n);

/**
 * How well the house sold, by day, strategy and venue: what it got against the mid at quote and at execution, and the
 * venue's fees; beside it what the same days brought to the house's book, result and fee accounts. Both come from the
 * same postings, so their sums agree. Refuses a range that ends before it begins or spans more than 90 days.
 */
export async function getExecutionQuality(
  ctx: Ctx,
  range: InputOf<typeof getExecutionQualityEndpoint>,
): Promise<Quality> {
  const { from, to } = await reportPeriod(ctx, range);
  const [executions, accounts] = await Promise.all([
    readExecutions(ctx.db, from, to),
    readHouseAccounts(ctx.db, from, to),
  ]);
  return { data: executions.map(shownExecution), accounts: accounts.map(shownAccount) };
}

/** Above zero both are to the house's loss: the market fell since the quote, or the venue paid less than the mid. */
function shownExecution({ base, fiat, units, fiatUnits, feeUnits, ...row }: ExecutionRow): Quality["data"][number] {
  const slippage = row.atExecution.minus(row.measuredFiat);
  return {
    day: row.day,
    strategy: row.strategy,
    venue: row.venue,
    asset: base,
    fiat,
    orders: row.orders,
    trades: row.trades,
    quantity: amountOf(assetOf(base), units),
    proceeds: amountOf(fiat, fiatUnits),
    fees: amountOf(fiat, feeUnits),
    atQuote: floorTo(fiat, row.atQuote),
    atExecution: floorTo(fiat, row.atExecution),
    drift: floorTo(fiat, row.atQuote.minus(row.atExecution)),
    slippage: floorTo(fiat, slippage),
    slippageBps: row.atExecution.isZero()
      ? Decimal.ZERO
      : slippage.times(WHOLE_BPS).dividedDown(sizeOf(row.atExecution), 2),
  };
}

const sizeOf = (value: Decimal): Decimal => (value.units < 0n ? Decimal.ZERO.minus(value) : value);

function shownAccount({ asset, units, ...row }: HouseRow): Quality["accounts"][number] {
  return { ...row, ...shownAsset(asset), amount: amountOf(asset, units) };
}
