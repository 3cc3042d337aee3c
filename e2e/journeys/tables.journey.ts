import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 };
const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;
const heads = async (page: Page) => (await page.getByRole("columnheader").allTextContents()).slice(1);

test("columns move, widen, stay in sight and leave; the address shows the same in another browser", async ({
  page,
  browser,
  counterpart,
}) => {
  const subaccount = ownShop();
  const bill = await counterpart.bill({ ...btc, subaccount });
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}&sort=expiryTime`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Pin Status" }).click();
  await page.getByRole("button", { name: "Move Received towards the start" }).click();
  await page.getByRole("button", { name: "Make Due wider" }).click();
  await page.getByRole("checkbox", { name: "Difference" }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const laidOut = await heads(page);
  expect(laidOut.slice(0, 3)).toEqual(["Created", "Payment", "Status"]);
  expect(laidOut).not.toContain("Difference");
  expect(laidOut.indexOf("Received")).toBeLessThan(laidOut.indexOf("Due"));
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`columns=.*open=${bill.paymentId}`));

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, page.url());
  await expect(other.getByRole("complementary")).toContainText(subaccount);
  await expect(other.getByRole("row").filter({ has: other.getByRole("checkbox") })).toHaveCount(2);
  await expect.poll(() => heads(other)).toEqual(await heads(page));
  await elsewhere.close();

  await page.goto("/payments");
  await expect(page).toHaveURL(/columns=/);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await expect(page).not.toHaveURL(/columns=/);
});

test("by mouse: an edge drawn widens its column, a head dropped moves it", async ({ page }) => {
  await signIn(page, "/payments?range=90d");
  const asset = page.getByRole("columnheader", { name: "Asset" });
  const before = await asset.boundingBox();
  if (!before) throw new Error("the column is not drawn");
  await page.mouse.move(before.x + before.width - 4, before.y + 10);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 60, before.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/asset\.w/);
  expect((await asset.boundingBox())?.width).toBeGreaterThan(before.width + 50);
  await page.getByRole("columnheader", { name: "Received" }).dragTo(asset);
  await expect(page).toHaveURL(/order=/);
  const names = await heads(page);
  expect(names.indexOf("Received")).toBe(names.indexOf("Asset") - 1);
});

test("by keyboard: a view is kept, found again from its name, deleted, and brought back", async ({ page }) => {
  await signIn(page, "/payments?range=90d&label=LATE");
  const name = `Late ${randomUUID().slice(0, 6)}`;
  const views = page.getByRole("button", { name: "Saved views" });
  await views.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Shown to" }).selectOption("all with the role Operations");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect(page.getByText(`View ${name} saved.`)).toBeVisible();
  await page.goto("/payments");
  await views.click();
  await page.getByRole("link", { name }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/label=LATE/);
  await views.click();
  await page.getByRole("button", { name: `Delete view ${name}` }).click();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`View ${name} restored.`)).toBeVisible();
});

test("on a phone every table is cards, nothing scrolls sideways, and More leads to the rest", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, "/");
  for (const path of ["/", "/payments", "/ledger", "/audit", "/exports"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const wide = page.locator("main *:not(thead, thead *, nav, nav *)").filter({ visible: true });
    expect(
      await wide.evaluateAll((all) => all.filter((one) => one.scrollWidth > 380).map((one) => one.className)),
    ).toEqual([]);
  }
  const tabs = page.getByRole("navigation", { name: "Main, short" });
  await tabs.getByRole("button", { name: "More" }).click();
  await tabs.getByRole("link", { name: "Audit" }).click();
  await expect(page).toHaveURL(/\/audit$/);
});

test("rows reach the edge of the list and not beyond it, however narrow a drawer leaves it", async ({ page }) => {
  const sideways = () => page.locator(".grid-scroll").evaluate((list) => list.scrollWidth - list.clientWidth);
  await page.setViewportSize({ width: 1280, height: 850 });
  await signIn(page, "/payments?range=90d");
  await page.getByRole("row").nth(1).click();
  await expect(page.locator("aside.drawer")).toBeVisible();
  const gap = () =>
    page.locator(".grid-scroll").evaluate((list) => {
      const cells = [...(list.querySelector("tbody tr.row")?.children ?? [])].map((cell) =>
        cell.getBoundingClientRect(),
      );
      return Math.round(
        list.getBoundingClientRect().left + list.clientWidth - Math.max(...cells.map(({ right }) => right)),
      );
    });
  for (const width of [1280, 1366, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 850 });
    await expect.poll(gap, `${width}`).toBe(0);
    await expect.poll(sideways, `${width}`).toBe(0);
  }
});

test("sorted by value, other columns make room for it: nothing is cut at the edge of the list", async ({ page }) => {
  const sideways = () => page.locator(".grid-scroll").evaluate((list) => list.scrollWidth - list.clientWidth);
  await page.setViewportSize({ width: 1440, height: 850 });
  await signIn(page, "/payments?range=90d&sort=-value");
  for (const path of ["/payments?range=90d&sort=-value", "/conversions?range=90d&sort=-value"]) {
    await page.goto(path);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    for (const width of [1024, 1180, 1280, 1440, 1680, 1920]) {
      await page.setViewportSize({ width, height: 850 });
      await expect.poll(sideways, `${path} ${width}`).toBe(0);
      await expect(page.getByRole("columnheader", { name: "Status" }), `${path} ${width}`).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole("columnheader", { name: "Value" })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 850 });
    await page.getByRole("row").nth(1).click();
    await expect(page.locator("aside.drawer")).toBeVisible();
    await expect.poll(sideways, `${path} with a drawer`).toBe(0);
  }
});
