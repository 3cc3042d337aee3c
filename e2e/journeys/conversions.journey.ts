import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { done } from "../world/buttons-world.ts";
import { type Counterpart, expectAccessible, type MadeBill, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

/** The longest that a quote may live: whoever reads and presses on a busy machine is slow. */
const QUOTE_MS = 60_000;
const drawerOf = (page: Page) => page.getByRole("complementary");
const dialogOf = (page: Page) => page.getByRole("dialog");
const sell = /^Sell .* for .* EUR…$/;

/** Two axe runs and several settled payments, on a machine that may be busy. */
test("by mouse: two bills become a conversion, quoted, executed, and every cent is told", async ({
  page,
  counterpart,
}) => {
  const subaccount = ownShop();
  await retainedBill(counterpart, { subaccount });
  await retainedBill(counterpart, { subaccount });
  await enter(page, `/payments?range=7d&subaccount=${subaccount}`);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("button", { name: "Create conversion…" }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await dialogOf(page)
    .getByRole("button", { name: /^Create conversion of / })
    .click();

  await expect(page).toHaveURL(/\/conversions\?invoice=/);
  await expect(drawerOf(page)).toContainText("Matches the conversion");
  await expect(drawerOf(page).getByRole("button", { name: sell })).toHaveCount(0);
  await drawerOf(page).getByRole("button", { name: "Quote" }).click();
  await drawerOf(page).getByRole("button", { name: sell }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialogOf(page)).toContainText("EUR per BTC");
  await expect(dialogOf(page)).toContainText("It cannot be undone");
  await dialogOf(page)
    .getByRole("button", { name: /^Sell .* for .* EUR$/ })
    .click();

  await expect(drawerOf(page).getByRole("heading", { name: "Executed", exact: true })).toBeFocused();
  const sum = drawerOf(page).getByRole("table").getByRole("row").last().getByRole("cell").last();
  await expect(sum).toHaveText(/^\d+\.\d\d$/);
  const credited = await sum.innerText();
  await expect(drawerOf(page)).toContainText(`${credited}\u00a0EUR is available`);
  await expectAccessible(page);
});

test("a browser whose own clock is an hour slow is offered the bills of the last 90 days", async ({
  page,
  counterpart,
}) => {
  await retainedBill(counterpart, { subaccount: ownShop() });
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await enter(page, "/conversions?new=1");
  await page.reload();
  await expect(drawerOf(page).getByRole("radio", { name: /BTC to EUR/ })).toBeAttached();
  await expect(drawerOf(page).getByRole("button", { name: /^Create conversion of \S+ \S+$/ })).toBeVisible();
});

test("by keyboard: from the wizard through an ended quote to the result", async ({ page, counterpart }) => {
  await retainedBill(counterpart, { subaccount: ownShop(), cryptoType: "BCH", fiat: "CAD" });
  await enter(page, "/payments");
  await page.getByRole("heading", { name: "Payments" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Conversions" })).toBeVisible();
  await tabTo(page, "New conversion");
  await page.keyboard.press("Enter");
  await drawerOf(page)
    .getByRole("radio", { name: /BCH to CAD/ })
    .focus();
  await page.keyboard.press("Space");
  await expectAccessible(page);
  await drawerOf(page)
    .getByRole("radio", { name: /BCH to CAD/ })
    .focus();
  await tabTo(page, /^Create conversion of /);
  await page.keyboard.press("Enter");

  await expect(drawerOf(page)).toContainText("Not quoted yet");
  await page.keyboard.press("r");
  await expect(drawerOf(page)).toContainText("Quote expires in");
  await counterpart.control("clock", { advanceMs: QUOTE_MS });
  await expect(drawerOf(page)).toContainText("Quote expired");
  await expect(drawerOf(page).getByRole("button", { name: "Execute…" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("r");
  await expect(drawerOf(page)).toContainText("Quote expires in");
  await expect(drawerOf(page)).toContainText("Quoted, not used");
  await tabTo(page, /^Sell .* CAD…$/);
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  const quoted = page.waitForResponse((response) => response.url().endsWith("/conversion/quote"));
  await page.keyboard.press("r");
  await quoted;
  await expect(dialogOf(page).getByText("Quote expires in")).toBeVisible();
  await page.keyboard.press("Tab");
  const confirm = dialogOf(page).getByRole("button", { name: /^Sell .* CAD$/ });
  await expect(confirm).toBeFocused();
  await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(drawerOf(page).getByRole("heading", { name: "Executed", exact: true })).toBeVisible();
});

test("bills of two pairs are refused with the reason, before anything is sent", async ({ page, counterpart }) => {
  const subaccount = ownShop();
  await retainedBill(counterpart, { subaccount });
  await retainedBill(counterpart, { subaccount, fiat: "USD" });
  await enter(page, `/payments?range=7d&subaccount=${subaccount}`);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  const button = page.getByRole("button", { name: "Create conversion…" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(/One conversion takes one pair/);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
});

test("a slow venue: Executing with the moment it was sent, nothing green before the record says so", async ({
  page,
  counterpart,
}) => {
  await openConversion(page, counterpart);
  await counterpart.control("venue", { fault: "slow", count: 1 });
  await confirmSale(page);
  await expect(drawerOf(page).getByRole("heading", { name: /^Executing….*sent \d\d:\d\d:\d\d$/ })).toBeVisible();
  await expect(drawerOf(page).getByText("Executed", { exact: true })).toHaveCount(0);
  await counterpart.control("settle");
  await expect(drawerOf(page).getByRole("heading", { name: "Executed", exact: true })).toBeVisible();
});

test.describe("an answer that is lost", () => {
  test.use({ expected: /net::ERR_FAILED/ });

  test("the sale is pressed again, twice at once: one order, one entry, the result is told", async ({
    page,
    counterpart,
  }) => {
    const bill = await openConversion(page, counterpart);
    const keys: (string | undefined)[] = [];
    await page.route("**/payment/v1/conversion/execute", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const answer = await route.fetch();
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await confirmSale(page);
    await expect.poll(() => keys.length).toBe(1);
    const again = dialogOf(page).getByRole("button", { name: /^Sell .* for .* EUR$/ });
    if (await again.isVisible()) await again.dblclick();
    await expect(drawerOf(page).getByRole("heading", { name: "Executed", exact: true })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    const response = await page.request.get(`/payment/v1/payment?paymentId=${bill.paymentId}`);
    const [record] = ((await response.json()) as { data: { deposits: { fills: unknown[] }[] }[] }).data;
    expect(record?.deposits.map(({ fills }) => fills.length)).toEqual([1]);
  });
});

test("a venue that refuses: nothing is sold, and a new quote is a key away", async ({ page, counterpart }) => {
  await openConversion(page, counterpart);
  await counterpart.control("venue", { fault: "reject", count: 1 });
  await confirmSale(page);
  await expect(drawerOf(page)).toContainText("Nothing was sold");
  await page.keyboard.press("r");
  await expect(drawerOf(page).getByRole("button", { name: sell })).toBeVisible();
});

test("cancelling frees the crypto: the bill can be converted again", async ({ page, counterpart }) => {
  const bill = await openConversion(page, counterpart);
  await drawerOf(page).getByRole("button", { name: "Cancel this conversion…" }).click();
  await expect(dialogOf(page).getByRole("button", { name: "Keep it" })).toBeFocused();
  await dialogOf(page).getByRole("button", { name: "Cancel conversion" }).click();
  await expect(dialogOf(page)).toContainText("Enter a reason.");
  await dialogOf(page).getByLabel("Reason").fill("The customer changed the order.");
  await dialogOf(page).getByRole("button", { name: "Cancel conversion" }).click();
  await expect(drawerOf(page).getByRole("heading", { name: /^Cancelled/ })).toBeVisible();
  await page.goto(`/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  await expect(drawerOf(page).getByRole("button", { name: /^Convert .* BTC…$/ })).toBeVisible();
});

async function enter(page: Page, path: string): Promise<void> {
  await signIn(page, path);
  await done(page, "PATCH", "/house/v1/settings", { quoteLifetimeMs: QUOTE_MS, reason: "slow readers" });
}

const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;

/** A paid bill whose crypto was received as is. */
async function retainedBill(counterpart: Counterpart, input: object): Promise<MadeBill> {
  const bill = await counterpart.bill({
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: 150,
    strategy: "RAI",
    ...input,
  });
  await counterpart.pay(bill);
  return bill;
}

/** From the drawer of one kept bill to its conversion, not quoted yet. */
async function openConversion(page: Page, counterpart: Counterpart): Promise<MadeBill> {
  const bill = await retainedBill(counterpart, { subaccount: ownShop() });
  await enter(page, `/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  await drawerOf(page)
    .getByRole("button", { name: /^Convert .* BTC…$/ })
    .click();
  await dialogOf(page)
    .getByRole("button", { name: /^Create conversion of / })
    .click();
  await expect(drawerOf(page)).toContainText("Not quoted yet");
  return bill;
}

async function confirmSale(page: Page): Promise<void> {
  await drawerOf(page).getByRole("button", { name: "Quote" }).click();
  await drawerOf(page).getByRole("button", { name: sell }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^Sell .* for .* EUR$/ })
    .click();
}

const MOST_TABS = 60;

/** Walks by Tab, as somebody without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole("button", { name });
  await expect(target.first()).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${name}`);
}
