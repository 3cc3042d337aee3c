import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { getExecutionQualityEndpoint } from "#lib/liquidity/contract.ts";
import { sumOf } from "#components/charts/values.ts";

/** The period that is shown unless another is chosen, and the one that the URL names. */
export const USUAL_PERIOD: RangeName = "30d";
export const salesPeriod = (params: URLSearchParams): RangeName =>
  RANGES.find((one) => one === params.get("period")) ?? USUAL_PERIOD;

type Quality = OutputOf<typeof getExecutionQualityEndpoint>;
/** What was sold for a strategy at a venue on a day of UTC. */
export type Execution = Quality["data"][number];
export type AccountDay = Quality["accounts"][number];

const IN_FIAT = ["proceeds", "atQuote", "drift", "atExecution", "slippage", "fees"] as const;
const WHOLE_BPS = Decimal.of(10_000n);

/** Sums of executions that sold into one fiat. */
export type Sums = Record<(typeof IN_FIAT)[number], Decimal> & { orders: number; trades: number; slippageBps: Decimal };

/** The slippage in basis points is that of the sums: those of single days say nothing of a period. */
export function sumsOf(rows: readonly Execution[]): Sums {
  const [proceeds, atQuote, drift, atExecution, slippage, fees] = IN_FIAT.map((name) =>
    sumOf(rows.map(({ [name]: value }) => value)),
  ) as [Decimal, Decimal, Decimal, Decimal, Decimal, Decimal];
  const size = atExecution.units < 0n ? Decimal.ZERO.minus(atExecution) : atExecution;
  return {
    ...{ proceeds, atQuote, drift, atExecution, slippage, fees },
    orders: rows.reduce((sum, one) => sum + one.orders, 0),
    trades: rows.reduce((sum, one) => sum + one.trades, 0),
    slippageBps: size.isZero() ? size : slippage.times(WHOLE_BPS).dividedDown(size, 2),
  };
}

/** The days that something was sold on, oldest first. */
export type ExecutionDay = Sums & { day: string };

export const daysOf = (rows: readonly Execution[]): ExecutionDay[] =>
  [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, same]) => ({ day, ...sumsOf(same) }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));

/** What a sum is of: one strategy, at one venue, in one pair. */
export type Group = Pick<Execution, "strategy" | "venue" | "asset">;
export type ExecutionGroup = Group & Sums & { quantity: Decimal };

/** By their keys: the API has them by day. */
const inOrder = <Row>(groups: ReadonlyMap<string, Row[]>): Row[][] =>
  [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, rows]) => rows);

export const isOf = (row: Group, group: Group): boolean =>
  row.strategy === group.strategy && row.venue === group.venue && row.asset === group.asset;

export function groupsOf(rows: readonly Execution[]): ExecutionGroup[] {
  const groups = Map.groupBy(rows, ({ strategy, venue, asset }) => `${strategy} ${venue} ${asset}`);
  return inOrder(groups).flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { strategy, venue, asset } = first;
    return [{ strategy, venue, asset, ...sumsOf(same), quantity: sumOf(same.map(({ quantity }) => quantity)) }];
  });
}

/** The house's own accounts that sales reach, in the order they are shown. */
const ACCOUNTS = ["book", "result", "fee:service", "fee:transaction", "venue-fee"] as const;

/** What came to one of them, of each asset, on all days together. */
export type AccountSum = Pick<AccountDay, "asset" | "networkType" | "amount"> & { account: (typeof ACCOUNTS)[number] };

export const accountsOf = (days: readonly AccountDay[]): AccountSum[] =>
  ACCOUNTS.flatMap((account) => {
    const own = days.filter((one) => one.account === account);
    const byAsset = Map.groupBy(own, ({ asset, networkType }) => `${asset} ${networkType ?? ""}`);
    return inOrder(byAsset).flatMap((same) => {
      const [first] = same;
      const amount = sumOf(same.map((one) => one.amount));
      return first && !amount.isZero() ? [{ ...first, account, amount }] : [];
    });
  });
