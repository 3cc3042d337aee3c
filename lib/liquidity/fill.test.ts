import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { fillOf } from "./fill.ts";

const of = (text: string) => Decimal.from(text);

test("what a venue took in crypto is a cost at what its own trade brought, on top of what it took in fiat", () => {
  const trade = { tradeId: "b", quantity: of("0.5"), proceeds: of("30000"), fee: of("1.5"), cryptoFee: of("0.001") };
  const plain = { tradeId: "a", quantity: of("0.25"), proceeds: of("15100"), fee: of("2") };
  const { trades, quantity, proceeds, fee } = fillOf([trade, plain, trade]);
  expect(trades.map(({ tradeId }) => tradeId)).toEqual(["a", "b"]);
  // 1.50 and 0.001 × 30000 ÷ 0.5, and 2.00
  expect([quantity, proceeds, fee].map(String)).toEqual(["0.75", "45100", "63.5"]);
});

test("that cost is rounded down to 8 decimals, and of a trade of nothing it is what was taken in fiat", () => {
  const trade = { tradeId: "a", quantity: of("3"), proceeds: of("10"), fee: of("0"), cryptoFee: of("0.001") };
  expect(String(fillOf([trade]).fee)).toBe("0.00333333");
  expect(String(fillOf([{ ...trade, quantity: of("0"), fee: of("2") }]).fee)).toBe("2");
});
