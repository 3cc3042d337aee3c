import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { holdingsOf, totalsOf } from "./stack.ts";

const row = (asset: string, holding: string, value?: string) => ({
  asset,
  holding: Decimal.from(holding),
  value: value === undefined ? undefined : Decimal.from(value),
});
const texts = (rows: Parameters<typeof holdingsOf>[0]) =>
  holdingsOf(rows).map(({ symbol, holding, value }) => [symbol, holding.toString(), value?.toString()]);

test("a currency on several networks is one line, in the order of all charts; of which there is nothing is none", () => {
  const rows = [row("USDT", "2", "1.8"), row("BTC", "0", "0"), row("EUR", "5", "5"), row("USDT", "3.5", "3.15")];
  expect(texts(rows)).toEqual([
    ["EUR", "5", "5"],
    ["USDT", "5.5", "4.95"],
  ]);
  expect(texts([row("USDT", "2"), row("USDT", "-2")])).toEqual([]);
});

test("a currency of which some has no price has no value, and no sum counts a part of it", () => {
  const holdings = holdingsOf([row("USDT", "2", "1.8"), row("USDT", "3"), row("EUR", "5", "5"), row("BTC", "1", "7")]);
  expect(holdings.map(({ symbol, value }) => [symbol, value?.toString()])).toEqual([
    ["EUR", "5"],
    ["BTC", "7"],
    ["USDT", undefined],
  ]);
  const { cash, crypto, total } = totalsOf(holdings);
  expect([cash, crypto, total].map(String)).toEqual(["5", "7", "12"]);
});
