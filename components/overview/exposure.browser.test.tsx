import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { Exposure } from "./exposure.tsx";

const of = (text: string) => Decimal.from(text);
const OVERVIEW: OverviewRecord = {
  at: Date.parse("2026-11-21T12:00:00Z"),
  fiat: "EUR",
  prices: [],
  rates: [],
  limits: [
    { fiat: "USD", limit: of("1000") },
    { fiat: "EUR", limit: of("50000") },
  ],
  connections: { worker: true, chains: [] },
  facts: {
    open: [
      { fiat: "EUR", count: 2, sum: of("12500") },
      { fiat: "USD", count: 1, sum: of("910") },
      { fiat: "JPY", count: 3, sum: of("700000") },
    ],
    ending: { count: 4 },
    unconverted: [{ cryptoType: "USDT", networkType: "tron", quantity: of("17.5") }],
    volume: [],
    activity: [],
  },
};
const line = (fiat: string) =>
  page.getByRole("link").filter({ hasText: fiat }).element().textContent?.replace(/\s+/gu, " ").trim();

test("promises of each fiat are measured against its own limit", async () => {
  await show(<Exposure overview={OVERVIEW} />);
  expect([line("EUR"), line("USD"), line("JPY")]).toEqual([
    "EUR 2 bills12 500.0025 %",
    "USD 1 bill910.0091 %",
    "JPY 3 bills700 000no limit",
  ]);
});
