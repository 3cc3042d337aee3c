import type { Locator, Page } from "playwright/test";
import { toast } from "../world/on-page.ts";
import { ask, type Counterpart, expectAccessible, type MadeBill, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";
import { openReceiver } from "../world/receiver.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-exceptions" };
const listOf = (page: Page) => page.getByRole("region", { name: "Open cases" });
const rowOf = (page: Page, { paymentId }: MadeBill) =>
  listOf(page)
    .getByRole("listitem")
    .filter({ hasText: paymentId.slice(-6) });
const drawerOf = (page: Page) => page.getByRole("complementary");

/** Many payments are settled, and axe runs, on a machine that may be busy. */
async function paid(counterpart: Counterpart, input: object, more: object = {}): Promise<MadeBill> {
  const bill = await counterpart.bill({ ...btc, ...input });
  await counterpart.pay(bill, more);
  return bill;
}

async function openCase(page: Page, kind: string, bill: MadeBill): Promise<void> {
  await page.goto(`/exceptions?kind=${kind}`);
  await rowOf(page, bill).getByRole("link").click();
  await expect(drawerOf(page)).toBeVisible();
}

test("every kind that can happen is in the inbox with its cause, and what is done settles it", async ({
  page,
  counterpart,
}) => {
  await signIn(page, "/exceptions");
  const wrong = await paid(counterpart, { cryptoType: "USDC" }, { cryptoType: "USDT", quantity: 348.02 });
  const limited = await paid(counterpart, { cryptoType: "USDT", strategy: "LMT", limitPrice: 2 });
  const under = await paid(counterpart, {}, { quantity: 0.001 });
  const late = await counterpart.bill(btc);
  await counterpart.control("clock", { advanceMs: 20 * 60_000 + 1_000 });
  await counterpart.pay(late);
  // After the clock has moved: the account's own hold keeps the price for ten minutes.
  await ask(page, "PATCH", "/manage/v1/settings", { "depositLimit.BCH": 0.00000001 });
  const held = await paid(counterpart, { cryptoType: "BCH" });
  await ask(page, "PATCH", "/manage/v1/settings", { "depositLimit.BCH": 1000 });
  const reversed = await counterpart.bill(btc);
  const txHash = await counterpart.pay(reversed);
  await counterpart.control("reorg", { network: "bitcoin", depth: 40, drop: [txHash] });
  await counterpart.control("settle");
  const expected: [string, MadeBill, RegExp][] = [
    ["HELD", held, /waits to be released or declined/],
    ["WRONG_ASSET", wrong, /paid back or declined/],
    ["LIMIT_NOT_MET", limited, /not better than the limit/],
    ["UNDERPAID", under, /less than due/],
    ["LATE", late, /arrived late/],
    ["REVERSED", reversed, /had been credited is gone/],
  ];
  for (const [kind, bill, cause] of expected) {
    await openCase(page, kind, bill);
    await expect(drawerOf(page)).toContainText(cause);
    await expect(drawerOf(page)).toContainText("Current value");
  }
  await expect(page.getByRole("link", { name: /^Cases \d+$/ })).toBeVisible();

  await openCase(page, "HELD", held);
  await expect(drawerOf(page)).toContainText(/Release at the bill’s price/);
  await drawerOf(page)
    .getByRole("button", { name: /^Release, credit 100.00 EUR…$/ })
    .click();
  await page.getByRole("dialog").getByLabel("Note").fill("Known payer, ticket 4471.");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Release/ })
    .click();
  await expect(toast(page, /released and processed/)).toBeVisible();
  await expect(drawerOf(page)).toContainText("Settled");

  await openCase(page, "LATE", late);
  await drawerOf(page)
    .getByRole("button", { name: /^Convert/ })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create conversion of/ })
    .click();
  await page.waitForURL(/\/conversions\?invoice=/);
  await page.goto("/exceptions?kind=LATE");
  await expect(page.getByRole("heading", { name: "Cases" })).toBeVisible();
  await expect(rowOf(page, late)).toHaveCount(0);
});

test("owner, note, silence and end: each said, undone within ten seconds, and kept in the history", async ({
  page,
  counterpart,
}) => {
  const over = await paid(counterpart, {}, { quantity: 0.01 });
  await signIn(page, "/payments");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await page.waitForURL(/\/exceptions/);
  await openCase(page, "OVERPAID", over);
  const drawer = drawerOf(page);

  await drawer.getByRole("button", { name: "Assign" }).click();
  await drawer.getByRole("menuitemradio", { name: /^Assign to Demo/ }).click();
  await expect(toast(page, "Assigned to Demo.")).toBeVisible();
  await expect(drawer).toContainText("assigned it to Demo");
  await page.getByRole("link", { name: /^Mine/ }).click();
  // The list of all shows the row too: the drawer is gone with it.
  await expect(drawer).toHaveCount(0);
  await expect(rowOf(page, over)).toContainText("Demo");
  await rowOf(page, over).getByRole("link").click();

  await drawer.getByLabel("Comment").fill("Asked the payer.");
  await drawer.getByRole("button", { name: "Add comment" }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "Asked the payer." })).toBeVisible();
  await toast(page, "Comment added.").getByRole("button", { name: "Undo" }).last().click();
  await expect(drawer).toContainText("comment withdrawn");
  await expect(drawer).not.toContainText("Asked the payer.");

  await drawer.getByRole("button", { name: "Mute" }).click();
  await drawer.getByRole("menuitem", { name: "for 1 hour" }).click();
  await expect(drawer).toContainText("Muted until");
  await toast(page, "Muted for 1 hour.").getByRole("button", { name: "Undo" }).last().click();
  await expect(drawer).not.toContainText("Muted until");

  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Close…", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Resolution").fill("The merchant keeps it.");
  await page.getByRole("dialog").getByRole("button", { name: "Close case" }).click();
  await expect(drawer).toContainText("Closed by Demo");
  await page.goto("/exceptions?view=closed");
  await expect(rowOf(page, over)).toBeVisible();
  await expectAccessible(page);
});

test("several cases are worked on at once, and what is refused says so in its row", async ({ page, counterpart }) => {
  const bills = [await paid(counterpart, {}, { quantity: 0.011 }), await paid(counterpart, {}, { quantity: 0.012 })];
  await signIn(page, "/exceptions?kind=OVERPAID");
  for (const bill of bills) await rowOf(page, bill).getByRole("checkbox").check();
  const bulk = page.getByRole("region", { name: "2 selected" });
  await bulk.getByRole("button", { name: "Assign…" }).click();
  await page.getByRole("menuitem", { name: "Assign to Demo" }).click();
  await expect(toast(page, "2 cases done.")).toBeVisible();
  for (const bill of bills) await expect(rowOf(page, bill)).toContainText("Demo");
  for (const bill of bills) await rowOf(page, bill).getByRole("checkbox").check();
  const [first] = bills;
  const caseId = first && (await rowOf(page, first).getAttribute("data-row"));
  await ask(page, "POST", `/manage/v1/cases/${caseId}/close`, { reason: "by another" });
  await bulk.getByRole("button", { name: "Close…" }).click();
  await page.getByRole("dialog").getByLabel("Resolution").fill("The merchant keeps it.");
  await page.getByRole("dialog").getByRole("button", { name: "Close 2 cases" }).click();
  await expect(toast(page, "1 case done.")).toBeVisible();
  await expect(toast(page, "1 case refused: This case is closed already.")).toBeVisible();
  await expectAccessible(page);
});

test("a case is read, put off and left by the keyboard alone", async ({ page, counterpart }) => {
  await paid(counterpart, {}, { quantity: 0.013 });
  await signIn(page, "/exceptions?kind=OVERPAID");
  await listOf(page).getByRole("link").first().waitFor();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/case=overpaid-/);
  const first = page.url();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(first);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(first);
  const options = drawerOf(page).getByRole("radio");
  await options.first().waitFor();
  await reach(page, options.first());
  await page.keyboard.press("ArrowUp");
  await expect(drawerOf(page).getByRole("radio", { name: /^Wait/ })).toBeChecked();
  const wait = drawerOf(page).getByRole("button", { name: /^Wait until/ });
  await reach(page, wait);
  await page.keyboard.press("Enter");
  await expect(toast(page, /^Muted until/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawerOf(page)).toHaveCount(0);
});

/** Goes on by Tab until something has the focus. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

test("a webhook that fails for long is switched on and sent again from its case", async ({ page, counterpart }) => {
  const receiver = await openReceiver();
  receiver.answer = { status: 500, afterMs: 0, body: "" };
  await signIn(page, "/exceptions?kind=WEBHOOK");
  await ask(page, "POST", "/manage/v1/webhook-endpoints", { url: receiver.url, eventTypes: ["payment.created"] });
  await counterpart.bill(btc);
  await counterpart.control("settle");
  await counterpart.control("clock", { advanceMs: 11 * 60_000 });
  await page.goto("/exceptions?kind=WEBHOOK");
  await listOf(page).getByRole("listitem").filter({ hasText: "Webhook failing" }).first().getByRole("link").click();
  await expect(drawerOf(page)).toContainText(`${receiver.url} rejects events (500)`);
  receiver.answer = { status: 200, afterMs: 0, body: "" };
  await drawerOf(page).getByRole("button", { name: "Enable and resend" }).click();
  await expect(toast(page, /resent/)).toBeVisible();
  await expect(drawerOf(page)).toContainText("Settled");
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await receiver.close();
});

test("the bell tells what came up since the last look, once; the payment behind it gives its receipt", async ({
  page,
  counterpart,
}) => {
  await signIn(page, "/payments");
  const over = await paid(counterpart, {}, { quantity: 0.02 });
  const bell = page.getByRole("banner").getByRole("button", { name: /^New cases/ });
  await expect(bell).toHaveAccessibleName(/\d+ since your last visit$/);
  await bell.click();
  await expect(
    page
      .getByRole("region", { name: "New cases" })
      .getByRole("link", { name: /^Overpaid/ })
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Mark as seen" }).click();
  await expect(bell).toHaveAccessibleName("New cases, none");

  await page.goto(`/payments?paymentId=${over.paymentId}&open=${over.paymentId}`);
  const saved = page.waitForEvent("download");
  await drawerOf(page).getByRole("button", { name: "Receipt, PDF" }).click();
  expect((await saved).suggestedFilename()).toBe(`receipt-${over.paymentId}.pdf`);
});
