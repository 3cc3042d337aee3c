import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { awaited } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { LedgerPage } from "./ledger-page.tsx";

const of = (text: string) => Decimal.from(text);
const NOTHING = { pending: of("0"), locked: of("0"), reserved: of("0"), owed: of("0") };
const balancesOf = (sum: string) => ({
  ...{ in: "EUR", total: of(sum), unpriced: [] },
  data: [
    { ...NOTHING, asset: "EUR", available: of(sum), holding: of(sum), rate: of("1"), rateTime: 0, value: of(sum) },
  ],
});
const movementOf = (sum: string) => ({
  ...{ in: "EUR", startTime: 0, endTime: 1, total: of(sum), unpriced: [], customers: [] },
  data: [
    { asset: "EUR", opening: of(sum), in: of("0"), out: of("0"), fees: of("0"), closing: of(sum), value: of(sum) },
  ],
});

test("balances and movement of one instant never stand under another", async () => {
  const [balances, movement] = [awaited(balancesOf("7.77")), awaited(movementOf("7.77"))];
  await show(<LedgerPage />, {
    at: `/ledger?at=${new Date(Date.parse("2026-11-21T12:00:00Z")).toISOString()}`,
    answers: {
      "GET /manage/v1/views": { data: [] },
      "GET /manage/v1/balances": ({ query }) => {
        if (!query.has("in")) return { data: [] };
        return query.has("at") ? balancesOf("1234.56") : balances.answer();
      },
      "GET /manage/v1/balances/movement": ({ query }) =>
        query.has("endTime") ? movementOf("1234.56") : movement.answer(),
      "GET /manage/v1/statement": { data: [], startsAfter: null },
    },
  });
  const text = () => page.getByRole("main").element().textContent?.replace(/\s/gu, " ");
  await expect.poll(text).toMatch(/1 234\.56 EUR.*Movement.*1 234\.56/);
  history.pushState(null, "", "/ledger");
  await expect.poll(text).toContain("As of Now");
  expect(text()).not.toContain("1 234.56");
  balances.give();
  movement.give();
  await expect.poll(text).toContain("7.77 EUR");
});
