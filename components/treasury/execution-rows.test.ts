import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import {
  type AccountDay,
  accountsOf,
  daysOf,
  type Execution,
  groupsOf,
  isOf,
  salesPeriod,
  sumsOf,
} from "./execution-rows.ts";

const of = (text: string) => Decimal.from(text);
const row = (more: Partial<Record<keyof Execution, string | number>> = {}) =>
  ({
    ...{ day: "2026-11-20", strategy: "RFQ", venue: "kraken", asset: "BTC", orders: 2, trades: 3 },
    ...Object.fromEntries(
      Object.entries({
        ...{
          quantity: "1",
          proceeds: "100",
          atQuote: "103",
          drift: "-1",
          atExecution: "102",
          slippage: "-2",
          fees: "0.5",
        },
        ...more,
      }).map(([name, value]) => [name, typeof value === "string" && /^-?[\d.]+$/.test(value) ? of(value) : value]),
    ),
  }) as Execution;
const shown = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one instanceof Decimal ? one.toString() : one]));

test("the slippage in basis points is that of the sums, and not of single days", () => {
  const rows = [row(), row({ atExecution: "898", slippage: "7", orders: 1, trades: 4, quantity: "0.25" })];
  expect(shown(sumsOf(rows))).toEqual({
    ...{ proceeds: "200", atQuote: "206", drift: "-2", atExecution: "1000", slippage: "5", fees: "1" },
    ...{ orders: 3, trades: 7, slippageBps: "50" },
  });
});

test("its sign is the slippage's, also where the house bought back more than it sold", () => {
  expect(`${sumsOf([row({ atExecution: "-300", slippage: "-1" })]).slippageBps}`).toBe("-33.34");
  expect(`${sumsOf([row({ atExecution: "-300", slippage: "1" })]).slippageBps}`).toBe("33.33");
  expect(`${sumsOf([row({ atExecution: "0", slippage: "1" })]).slippageBps}`).toBe("0");
});

test("days stand oldest first, each with its own sums", () => {
  const rows = [row({ day: "d3" }), row({ day: "d1" }), row({ day: "d2" }), row({ day: "d1" })];
  expect(daysOf(rows).map(({ day, proceeds, orders }) => [day, `${proceeds}`, orders])).toEqual([
    ["d1", "200", 4],
    ["d2", "100", 2],
    ["d3", "100", 2],
  ]);
});

test("a group is one strategy at one venue in one asset, in the order of their names", () => {
  const rows = [
    row({ strategy: "RFQ", venue: "kraken" }),
    row({ strategy: "RFQ", venue: "binance" }),
    row({ strategy: "ACA", venue: "kraken", quantity: "0.5" }),
    row({ strategy: "ACA", venue: "kraken", day: "2026-11-21" }),
    row({ strategy: "ACA", venue: "kraken", asset: "BCH" }),
  ];
  const groups = groupsOf(rows);
  expect(groups.map((one) => [one.strategy, one.venue, one.asset, `${one.quantity}`, one.orders])).toEqual([
    ["ACA", "kraken", "BCH", "1", 2],
    ["ACA", "kraken", "BTC", "1.5", 4],
    ["RFQ", "binance", "BTC", "1", 2],
    ["RFQ", "kraken", "BTC", "1", 2],
  ]);
  expect(groups.map((group) => rows.filter((one) => isOf(one, group)).length)).toEqual([1, 2, 1, 1]);
});

const day = (account: string, asset: string, amount: string, networkType?: string) =>
  ({ account, asset, amount: of(amount), ...(networkType && { networkType }) }) as AccountDay;

test("an account's sum is of one asset on one network; what comes to nothing is left out", () => {
  const days = [
    day("fee:service", "USDT", "1", "tron"),
    day("fee:service", "USDT", "2", "eth"),
    day("fee:service", "USDT", "4", "tron"),
    day("result", "EUR", "3"),
    day("result", "EUR", "-3"),
    day("book", "EUR", "9.5"),
    day("book", "BTC", "1"),
    day("elsewhere", "EUR", "8"),
  ];
  expect(accountsOf(days).map((one) => [one.account, one.asset, one.networkType, `${one.amount}`])).toEqual([
    ["book", "BTC", undefined, "1"],
    ["book", "EUR", undefined, "9.5"],
    ["fee:service", "USDT", "eth", "2"],
    ["fee:service", "USDT", "tron", "5"],
  ]);
});

test("the accounts of the house stand in one order: its book, its result, what it earns, what venues take", () => {
  const names = ["venue-fee", "fee:transaction", "fee:service", "result", "book"];
  expect(accountsOf(names.map((name) => day(name, "EUR", "1"))).map(({ account }) => account)).toEqual([
    ...["book", "result", "fee:service", "fee:transaction", "venue-fee"],
  ]);
});

test("an address without a period, or with one that is unknown, means 30 days", () => {
  const periods = ["", "period=7d", "period=90d", "period=never"].map((text) => salesPeriod(new URLSearchParams(text)));
  expect(periods).toEqual(["30d", "7d", "90d", "30d"]);
});
