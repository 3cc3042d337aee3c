import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { LedgerEntries } from "./ledger-entries.tsx";

const of = (text: string) => Decimal.from(text);
const movement = (event: string, asset: string, account: string, amount: string) => ({
  ...{ at: Date.now(), transactionId: `led_${event}`, event, paymentId: "pay_1", asset, account },
  ...{ amount: of(amount), balance: of("1") },
});
// Newest first, as the API has them.
const data = [
  movement("deposit.reversed", "EUR", "owed", "20"),
  movement("deposit.reversed", "EUR", "available", "-80"),
  movement("deposit.sold", "EUR", "available", "100"),
  movement("deposit.sold", "BTC", "pending", "-0.002"),
  movement("deposit.confirmed", "BTC", "pending", "0.002"),
];
const rows = () =>
  page
    .getByRole("table", { name: "Ledger entries" })
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].slice(1).map((cell) => cell.textContent?.replace(/\s+/gu, " ").trim()));

test("a payment's entries are read when they are opened, each on its side of the books", async () => {
  const answers = { "GET /manage/v1/statement": { data, startsAfter: null } };
  await show(<LedgerEntries paymentId="pay_1" />, { answers });
  const read = () => requests().filter(({ path }) => path === "/manage/v1/statement");
  expect(read()).toEqual([]);
  await page.getByRole("button", { name: "Show entries" }).click();
  await expect.poll(rows).toEqual([
    ["BTCpending", "", "0.00200000"],
    ["BTCpending", "0.00200000", ""],
    ["EURavailable", "", "100.00"],
    ["EURavailable", "80.00", ""],
    ["EURowed", "20.00", ""],
  ]);
  expect(read().map(({ query }) => query.get("paymentId"))).toEqual(["pay_1"]);
  await expect
    .element(page.getByRole("link", { name: "Open in ledger" }))
    .toHaveAttribute("href", "/ledger?paymentId=pay_1");
});

test("without entries it says so", async () => {
  await show(<LedgerEntries paymentId="pay_1" />, {
    answers: { "GET /manage/v1/statement": { data: [], startsAfter: null } },
  });
  await page.getByRole("button", { name: "Show entries" }).click();
  await expect.element(page.getByText("Nothing is posted for this payment yet.")).toBeVisible();
});
