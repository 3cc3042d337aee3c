import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;

test("a deposit moves the statement, and each balance follows from the one before", async ({ page, counterpart }) => {
  const bill = await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: ownShop() });
  await counterpart.pay(bill);
  await signIn(page, "/ledger");
  const statement = page.getByRole("table", { name: "Statement" });
  await expect(
    statement
      .getByRole("row")
      .filter({ hasText: bill.paymentId.slice(-6) })
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/Recomputed: each of the \d+ balances follows/)).toContainText("are the balances above");
  await expectAccessible(page);
});

test("an asset narrows the statement, the address keeps it, and the file holds the same", async ({ page }) => {
  await signIn(page, "/ledger");
  await page.getByRole("button", { name: "All assets Asset" }).click();
  await page.getByRole("checkbox", { name: "EUR" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/asset=EUR/);
  await page.reload();
  const rows = page.getByRole("table", { name: "Statement" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("EUR");
  await page.getByRole("button", { name: "Export this list" }).click();
  await page.getByRole("button", { name: "CSV" }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  const lines = (await readFile(await saved.path(), "utf8")).trim().split("\r\n").slice(1);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.split(",")[5] === "EUR")).toBe(true);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).not.toHaveURL(/asset=/);
});
