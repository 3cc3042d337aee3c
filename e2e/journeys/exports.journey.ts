import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright/test";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 };
const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;
const linesOf = async (saved: Download) => (await readFile(await saved.path(), "utf8")).trim().split("\r\n");

test("a file holds what is filtered, tells its rows before, and comes from whatever page one is on", async ({
  page,
  counterpart,
}) => {
  const subaccount = ownShop();
  const bills = [];
  for (const reference of ["=1+1", "plain"]) bills.push(await counterpart.bill({ ...btc, subaccount, reference }));
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Export this list" }).click();
  await expect(page.getByText("2 rows of this filter")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByRole("link", { name: "Ledger" }).first().click();
  const saved = await downloaded(page);
  expect(saved.suggestedFilename()).toMatch(/^payments-\d{8}-\d{4}\.csv$/);
  const [head, ...lines] = await linesOf(saved);
  expect(head).toMatch(/^paymentId,status,/);
  expect(lines.map((line) => line.split(",")[0]).sort()).toEqual(bills.map(({ paymentId }) => paymentId).sort());
  expect(lines.join()).toContain(",'=1+1,");
});

test("by keyboard: the rows that are selected, as a sheet; then the file is removed", async ({ page, counterpart }) => {
  const subaccount = ownShop();
  await counterpart.bill({ ...btc, subaccount });
  await counterpart.bill({ ...btc, subaccount });
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Export this list" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "1 selected row" }).getByRole("button", { name: "Excel" }).focus();
  await page.keyboard.press("Enter");
  const saved = await downloaded(page);
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe("PK");
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await expect(page).toHaveURL(/\/exports$/);
  const row = page.getByRole("row").filter({ hasText: ".xlsx" }).first();
  await expect(row).toContainText("Ready");
  await expectAccessible(page);
  await row.getByRole("button", { name: /^Remove payments/ }).click();
  await expect(row).toContainText("Cancelled");
});

async function downloaded(page: Page): Promise<Download> {
  const button = page.getByRole("button", { name: "Download", exact: true });
  await expect(button).toBeVisible();
  const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return saved;
}
