import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const ownShop = () => `Shop / ${randomUUID().slice(0, 8)}`;

test("a customer is found by a part of the name, and every figure leads to its bills", async ({
  page,
  counterpart,
}) => {
  const subaccount = ownShop();
  const paid = await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount });
  await counterpart.pay(paid);
  await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 50, subaccount });
  await signIn(page, "/customers");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Customer contains" }).fill(subaccount.toLowerCase());
  await page.keyboard.press("Enter");
  const line = page.getByRole("table", { name: "Customers" }).getByRole("row").filter({ hasText: subaccount });
  await expect(line).toContainText("150.00");
  await line.getByRole("link", { name: subaccount }).click();

  await expect(page.getByRole("heading", { level: 1, name: subaccount })).toBeVisible();
  const figures = page.getByRole("region", { name: "Figures of the period" });
  await expect(figures).toContainText("2 bills");
  await expect(page.getByRole("table", { name: "Bills by outcome" })).toContainText("50.00");
  await expect(
    page.getByRole("table", { name: "Bills", exact: true }).getByRole("row").filter({ hasText: subaccount }),
  ).toHaveCount(2);
  await expectAccessible(page);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const [head, first = ""] = (await readFile(await saved.path(), "utf8")).trim().split("\r\n");
  expect(head).toBe("asset,networkType,opening,in,out,fees,closing,value EUR");
  const statement = page.getByRole("table", { name: "Opening and closing" });
  await expect(statement).toContainText(Number(first.split(",")[6]).toFixed(2));

  await page.getByRole("link", { name: "Conversions", exact: true }).last().click();
  await expect(page.getByText("No conversion of this period holds bills of this customer.")).toBeVisible();
  await figures.getByRole("link", { name: "1 bill" }).first().click();
  await expect(page).toHaveURL(/\/payments\?.*outcome=OPEN/);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: subaccount })).toHaveCount(1);
});

test("what belongs to no bill has a page", async ({ page }) => {
  await signIn(page, "/customers/one");
  await expect(page.getByRole("heading", { level: 1, name: "Movements without a bill" })).toBeVisible();
  await expect(page.getByText("Payouts and other movements without a bill.")).toBeVisible();
  await expectAccessible(page);
});

test.describe("an unknown customer", () => {
  test.use({ expected: /404/ });
  test("is told as such, and leads to the list", async ({ page }) => {
    await signIn(page, "/customers/one?subaccount=nobody-at-all");
    await expect(page.getByText("Customer not found")).toBeVisible();
    await page.getByRole("link", { name: "Show customers" }).click();
    await expect(page).toHaveURL(/\/customers$/);
  });
});
