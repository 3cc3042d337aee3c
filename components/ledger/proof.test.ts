import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Movement } from "./ledger-data.ts";
import { proofOf } from "./proof.ts";

const d = (text: string) => Decimal.from(text);
const movement = (amount: string, balance: string, account: Movement["account"] = "available"): Movement => ({
  at: Date.parse("2026-11-21T12:00:00Z"),
  transactionId: `t${balance}`,
  event: "deposit.kept",
  asset: "BTC",
  account,
  amount: d(amount),
  balance: d(balance),
});
const ROWS = [movement("-1", "2"), movement("0.5", "0.5", "pending"), movement("2", "3"), movement("1", "1")];
const HELD = {
  asset: "BTC" as const,
  available: d("2"),
  pending: d("0.5"),
  locked: d("0"),
  reserved: d("0"),
  owed: d("0"),
};

test("balances that follow from their amounts and end at what is held prove themselves", () => {
  expect(proofOf(ROWS, [HELD])).toEqual({ broken: undefined, agrees: true, count: 4 });
});

test("a missing movement is found, and a balance that is not what is held", () => {
  const [first, pending, , last] = ROWS;
  const gap = [first, pending, last].filter((row) => row !== undefined);
  expect(proofOf(gap, [HELD]).broken).toBe(last);
  expect(proofOf(ROWS, [{ ...HELD, available: d("9") }]).agrees).toBe(false);
});

test("one asset on two networks has a balance on each", () => {
  const on = (networkType: "eth" | "tron", balance: string): Movement => ({
    ...movement(balance, balance),
    transactionId: networkType,
    asset: "USDT",
    networkType,
  });
  const held = (networkType: "eth" | "tron", available: string) => ({
    ...HELD,
    asset: "USDT" as const,
    networkType,
    available: d(available),
  });
  const rows = [on("tron", "7"), on("eth", "5")];
  expect(proofOf(rows, [held("eth", "5"), held("tron", "7")]).agrees).toBe(true);
  expect(proofOf(rows, [held("eth", "7"), held("tron", "5")]).agrees).toBe(false);
});
