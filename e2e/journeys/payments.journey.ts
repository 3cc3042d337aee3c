import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { ask, type Counterpart, expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 };
const rowOf = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id.slice(-6) });
/** A subaccount of one's own keeps the seed's rows out of sight. */
const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;

/** Two axe runs and several settled payments, on a machine that may be busy. */
test("a bill made over the API is Pending, and turns Completed on the page by itself", async ({
  page,
  counterpart,
}) => {
  const bill = await counterpart.bill({ ...btc, subaccount: ownShop() });
  await signIn(page, "/payments?range=7d");
  const row = rowOf(page, bill.paymentId);
  await expect(row).toContainText("Pending");
  await counterpart.pay(bill);
  await expect(row).toContainText("Completed");
  await expect(row).toContainText("Paid");
});

test("a payment is found by its id, its address, its transaction and the PSP's reference", async ({
  page,
  counterpart,
}) => {
  const reference = `order ${randomUUID()}`;
  const bill = await counterpart.bill({ ...btc, subaccount: ownShop(), reference });
  const txHash = await counterpart.pay(bill);
  await signIn(page, "/payments");
  const field = page.getByRole("combobox", { name: /^Id, address/ });
  for (const typed of [bill.paymentId, bill.deposit_address, txHash, reference]) {
    await page.getByRole("link", { name: "Recent" }).click();
    await page.keyboard.press("/");
    await expect(field).toBeFocused();
    await page.keyboard.insertText(typed);
    await page
      .getByRole("option")
      .filter({ hasText: bill.paymentId.slice(-6) })
      .or(page.getByRole("option").filter({ hasText: "Deposit" }))
      .first()
      .click();
    await expect(rowOf(page, bill.paymentId)).toBeVisible();
    await expect(page.getByRole("row").filter({ has: page.getByRole("checkbox") })).toHaveCount(2);
  }
  await page.reload();
  await expect(rowOf(page, bill.paymentId)).toBeVisible();
});

test("the palette finds a payment by how its reference begins", async ({ page, counterpart }) => {
  const reference = `note ${randomUUID()}`;
  const bill = await counterpart.bill({ ...btc, subaccount: ownShop(), reference });
  await signIn(page, "/payments");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(reference.slice(0, 14));
  await expect(page.getByRole("option", { name: reference })).toBeVisible();
  await page.getByRole("option", { name: reference }).click();
  await expect(page.getByRole("complementary")).toContainText(bill.paymentId.slice(-6));
});

test("the drawer says why: what was kept, by which rule, and that the parts add up", async ({ page, counterpart }) => {
  const bill = await counterpart.bill({ ...btc, subaccount: ownShop(), strategy: "RAI" });
  await counterpart.pay(bill);
  await signIn(page, `/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  const drawer = page.getByRole("complementary");
  await expect(drawer).toContainText("RECEIVE_AS_IS");
  await expect(drawer).toContainText("available to convert");
  await expect(drawer).toContainText("Reconciled");
  await expect(drawer.getByRole("table", { name: "Prices used" }).getByRole("row")).toHaveCount(2);
  await expect(drawer).toContainText("Less the spread of 100 basis points, rounded down");
  await expectAccessible(page);
});

test("by keyboard: j and k walk, Enter opens, Escape closes and gives the row back", async ({ page, counterpart }) => {
  const subaccount = ownShop();
  const older = await counterpart.bill({ ...btc, subaccount });
  const newer = await counterpart.bill({ ...btc, subaccount });
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(rowOf(page, newer.paymentId).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`open=${older.paymentId}`));
  await expect(page.getByRole("complementary")).toContainText(subaccount);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`open=${newer.paymentId}`));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect(rowOf(page, newer.paymentId).getByRole("link").first()).toBeFocused();
});

test("the wrong coin is held: declined with a note and its id, then its return is recorded", async ({
  page,
  counterpart,
}) => {
  const bill = await heldBill(counterpart);
  await signIn(page, "/");
  await ask(page, "PATCH", "/manage/v1/settings", { "typedAbove.USDC": 5 });
  await page.goto(`/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  const drawer = page.getByRole("complementary");
  await expect(drawer.getByRole("button", { name: /^Release/ })).toHaveCount(0);
  await drawer.getByRole("button", { name: "Decline…" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: /^Decline 7/ }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Note").fill("USDC sent to a USDT bill");
  await dialog.getByRole("button", { name: /^Decline 7/ }).click();
  const typed = dialog.getByLabel(/^Type [0-9a-f]{6} to confirm/);
  await expect(typed).toBeFocused();
  await expectAccessible(page);
  const [, id = ""] = /Type ([0-9a-f]{6}) to confirm/.exec(await dialog.innerText()) ?? [];
  await typed.fill(id);
  await typed.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toContainText("Declined");

  await drawer.getByRole("button", { name: "Record payout…" }).click();
  await dialog.getByLabel("Quantity").fill("8");
  await dialog.getByLabel("Reference").fill("ticket 4711");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText(/^At most 7.* can be paid out/)).toBeVisible();
  await dialog.getByLabel("Quantity").fill("7");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
  await dialog.getByRole("button", { name: /^Record payout of 7/ }).click();
  await expect(page.getByText(/^Payout of 7.*recorded/)).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Record payout…" })).toHaveCount(0);
});

async function heldBill(counterpart: Counterpart) {
  const bill = await counterpart.bill({
    cryptoType: "USDT",
    networkType: "eth",
    fiat: "EUR",
    fiatReceivable: 7,
    subaccount: ownShop(),
  });
  await counterpart.pay({ ...bill, quantity: 7 }, { cryptoType: "USDC" });
  return bill;
}

test("what a payer's shop wrote is text on every page, whatever it looks like", async ({ page, counterpart }) => {
  const reference = `<img src=x onerror="document.title='run'">${randomUUID().slice(0, 8)}`;
  const subaccount = `"><script>document.title='run'</script>${randomUUID().slice(0, 8)}`;
  const bill = await counterpart.bill({ ...btc, subaccount, reference });
  await signIn(page, "/payments?range=7d");
  await rowOf(page, bill.paymentId).click();
  const drawer = page.getByRole("complementary").filter({ hasText: bill.paymentId });
  await expect(drawer.getByText(reference).first()).toBeVisible();
  await expect(drawer.getByText(subaccount).first()).toBeVisible();
  await page.goto(`/payments?reference=${encodeURIComponent(reference)}`);
  await expect(rowOf(page, bill.paymentId)).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe("run");
});
