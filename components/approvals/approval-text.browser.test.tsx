import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, fieldsOf } from "./approval-text.ts";

test.each([
  [{ asset: "USDT", networkType: "tron", quantity: Decimal.from("25") }, "25.000000\u00a0USDT tron"],
  [{ asset: "USDT", networkType: "eth", quantity: Decimal.from("25") }, "25.000000\u00a0USDT eth"],
  [{ asset: "EUR", quantity: Decimal.from("10") }, "10.00\u00a0EUR"],
] as const)("a payout to approve is named with its network", (payout, expected) => {
  expect(amountOf({ ...payout, reference: "order 17" })).toBe(expected);
});

test("an envelope to sign is named in figures with their units", () => {
  const request = {
    invoiceId: "01",
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: "0.5",
    lowestPrice: "58205.88",
    until: "1826605924801",
  };
  expect(fieldsOf({ what: "execution", request })).toEqual({
    invoiceId: "01",
    quantity: "0.50000000\u00a0BTC",
    lowestPrice: "58\u00a0205.88\u00a0EUR",
  });
});

test("the facts of a statement stand in one order, whatever order they are kept in", () => {
  const request = { lines: "1", debits: "0.00 GBP", digest: "a2", credits: "1250.00 GBP", fileName: "gbp.csv" };
  expect(Object.keys(fieldsOf({ what: "bank-statement", request }))).toEqual([
    ...["fileName", "digest", "lines", "credits", "debits"],
  ]);
});
