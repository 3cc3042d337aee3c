import { describe, expect, test } from "vitest";
import { accountFacts, mayHold } from "./chart.ts";

test.each([
  ["custody:tron", { normal: "DEBIT", mayBeNegative: false, holds: "CRYPTO" }],
  ["venue:kraken", { normal: "DEBIT", mayBeNegative: true, holds: "BOTH" }],
  ["bank", { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" }],
  ["bank:second", { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" }],
  ["transit", { normal: "DEBIT", mayBeNegative: false, holds: "BOTH" }],
  ["acc:a1:pending", { normal: "CREDIT", mayBeNegative: false, holds: "CRYPTO", owner: "a1" }],
  ["acc:a1:available", { normal: "CREDIT", mayBeNegative: false, holds: "BOTH", owner: "a1" }],
  ["acc:a1:locked", { normal: "CREDIT", mayBeNegative: false, holds: "CRYPTO", owner: "a1" }],
  ["acc:a1:reserved", { normal: "CREDIT", mayBeNegative: false, holds: "BOTH", owner: "a1" }],
  ["acc:a1:owed", { normal: "DEBIT", mayBeNegative: false, holds: "BOTH", owner: "a1" }],
  ["house:book", { normal: "CREDIT", mayBeNegative: true, holds: "BOTH" }],
  ["house:fee:service", { normal: "CREDIT", mayBeNegative: true, holds: "CRYPTO" }],
  ["house:fee:transaction", { normal: "CREDIT", mayBeNegative: true, holds: "CRYPTO" }],
  ["house:result", { normal: "CREDIT", mayBeNegative: true, holds: "FIAT" }],
  ["house:unassigned", { normal: "CREDIT", mayBeNegative: false, holds: "BOTH" }],
  ["house:missing", { normal: "DEBIT", mayBeNegative: false, holds: "BOTH" }],
  ["house:capital", { normal: "CREDIT", mayBeNegative: true, holds: "BOTH" }],
  ["house:network-fee", { normal: "DEBIT", mayBeNegative: true, holds: "CRYPTO" }],
  ["house:venue-fee", { normal: "DEBIT", mayBeNegative: true, holds: "BOTH" }],
  ["house:bank-fee", { normal: "DEBIT", mayBeNegative: true, holds: "FIAT" }],
])("%s", (code, facts) => expect(accountFacts(code)).toEqual(facts));

describe("no account of the chart", () => {
  test.each([
    "",
    "custody",
    "custody:",
    "custody:doge",
    "custody:eth:x",
    "venue:",
    "bank:main",
    "acc::pending",
    "acc:a1:free",
    "bcc:a1:owed",
    "vault:eth",
    "acc:a1",
    "acc:a1:owed:x",
    "house",
    "toString",
  ])("%o", (code) => expect(() => accountFacts(code)).toThrow("no account of the chart"));
});

test("gas is the house's, in custody of its own network, and in no book of what is bought and sold", () => {
  const accounts = [
    "custody:eth",
    "house:network-fee",
    "house:missing",
    "house:unassigned",
    "house:capital",
    "transit",
  ];
  const not = [
    "custody:tron",
    "venue:x",
    "house:book",
    "house:fee:service",
    "house:venue-fee",
    "acc:a:available",
    "bank",
  ];
  expect(accounts.filter((code) => !mayHold(code, "ETH"))).toEqual([]);
  expect(not.filter((code) => mayHold(code, "ETH"))).toEqual([]);
  expect([mayHold("custody:tron", "TRX"), mayHold("custody:eth", "TRX")]).toEqual([true, false]);
});

test("in custody what its network carries, no crypto at the bank", () => {
  expect([
    mayHold("custody:eth", "EUR"),
    mayHold("custody:eth", "USDT@tron"),
    mayHold("custody:tron", "BTC"),
    mayHold("bank", "BTC"),
    mayHold("house:fee:service", "EUR"),
    mayHold("acc:a:pending", "JPY"),
  ]).toEqual(Array(6).fill(false));
  expect([
    mayHold("custody:eth", "USDC@eth"),
    mayHold("bank", "EUR"),
    mayHold("venue:x", "BTC"),
    mayHold("venue:x", "EUR"),
  ]).toEqual(Array(4).fill(true));
});
