import type { Page } from "playwright/test";
import { expect } from "../world/journey.ts";
import { expectAccessible, signIn, signInByHand, test } from "../world/person.ts";

/** Several axe runs and settled payments, on a machine that may be busy. */
const DRAFT = "/bills/new?subaccount=acme-77&fiatReceivable=100";
const create = (page: Page) => page.getByRole("button", { name: /^Create bill/ });
const quote = (page: Page) => page.getByRole("region", { name: "Live quote" });
const faults = (page: Page) => page.getByRole("alert").filter({ hasText: "Please check" });
const head = (page: Page) => page.getByRole("main").getByRole("banner").or(page.getByRole("main").locator("header"));

async function payInSandbox(page: Page, choice: string): Promise<void> {
  await page.getByRole("button", { name: "Pay in sandbox" }).click();
  await page.getByRole("menuitem", { name: choice }).click();
}

/** Makes the bill of a draft and answers its id. */
async function made(page: Page): Promise<string> {
  await create(page).click();
  await expect(page.getByRole("heading", { name: "Bill created" })).toBeFocused();
  return new URL(page.url()).searchParams.get("made") ?? "";
}

test("by mouse: the quote renews, the bill is made, paid in the sandbox, and seen completed", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInByHand(page, DRAFT);
  await expect(quote(page)).toContainText("100.00 EUR");
  await expect(quote(page)).toContainText("Price, EUR per BTC");
  await page.waitForResponse((response) => response.url().includes("/manage/v1/price"));
  await expect(create(page)).toContainText("100.00 EUR");
  const id = await made(page);
  await expect(page.getByRole("img", { name: "QR code with the address and the amount" })).toBeVisible();
  await page.getByRole("button", { name: "Address only" }).click();
  await expect(page.getByRole("img", { name: "QR code with the address", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Copy payment id" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await payInSandbox(page, "Exactly what is due");
  await expect(head(page)).toContainText("Completed");
  await expect(page.getByRole("list", { name: "Progress" })).toContainText("100.00 EUR available");
});

test("by keyboard: c opens the form, Ctrl+Enter sends it, faults name their fields and lead to them", async ({
  page,
}) => {
  await signIn(page, "/payments");
  await page.getByRole("heading", { name: "Payments" }).waitFor();
  await expect(async () => {
    await page.keyboard.press("c");
    await page.waitForURL("**/bills/new*", { timeout: 2_000 });
  }).toPass();
  const subaccount = page.getByRole("combobox", { name: "Customer" });
  const amount = page.getByRole("textbox", { name: "You receive" });
  await subaccount.focus();
  await page.keyboard.press("Control+Enter");
  await expect(faults(page)).toContainText("Enter the amount that you want to receive.");
  await expect(subaccount).toBeFocused();
  await expect(subaccount).toHaveAccessibleDescription(/Enter the customer that the bill is for/);
  await page.getByRole("link", { name: "Enter the amount that you want to receive." }).press("Enter");
  await expect(amount).toBeFocused();
  await page.keyboard.insertText("1,5");
  await expect(amount).toHaveAccessibleDescription(/with a decimal point/);
  await amount.fill("250.50");
  await subaccount.fill("acme-78");
  await page.getByRole("radio", { name: /BTC/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /BCH/ })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Bill created" })).toBeFocused();
  await expect(page.getByText("To this Bitcoin Cash address")).toBeVisible();
});

test("only what the request allows is offered, and the draft is the URL", async ({ page }) => {
  await signIn(page, DRAFT);
  const network = page.getByRole("group", { name: "Network of USDT" });
  const limited = page.getByRole("radio", { name: /^LMT/ });
  await expect(page.getByRole("checkbox", { name: /Bech32 address/ })).toBeVisible();
  await expect(network).toHaveCount(0);
  await expect(limited).toBeDisabled();
  await page.getByRole("radio", { name: /^USDT/ }).check();
  await network.getByRole("radio", { name: /Tron/ }).check();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await limited.check();
  await expect(page.getByText("The account has no limit price for this pair")).toBeVisible();
  await create(page).click();
  await expect(page.getByRole("textbox", { name: /^Limit price/ })).toHaveAccessibleDescription(/Enter a limit price/);
  await page.getByRole("textbox", { name: /^Limit price/ }).fill("0.5");
  await expect(quote(page)).toContainText("better than the limit");
  await expect(page).toHaveURL(/networkType=tron.*strategy=LMT.*limitPrice=0\.5/);
  await page.reload();
  await expect(network.getByRole("radio", { name: /Tron/ })).toBeChecked();
  await page.getByRole("radio", { name: /^BTC/ }).check();
  await expect(page.getByRole("radio", { name: /^RFQ/ })).toBeChecked();
});

test("half, then the rest; late money is told as kept; Back gives the draft", async ({ page }) => {
  await signIn(page, DRAFT);
  await made(page);
  await payInSandbox(page, "Half of it");
  await expect(page.getByText("Still due")).toBeVisible();
  await payInSandbox(page, "Exactly, but late");
  await expect(page.getByText(/after expiry, so it was kept as BTC/)).toBeVisible();
  await expect(head(page)).toContainText("Completed");
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "You receive" })).toHaveValue("100");
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("acme-77");
});

test("the form with faults and the bill are accessible by day and by night", async ({ page }) => {
  await signIn(page, "/bills/new");
  await create(page).click();
  await expect(faults(page)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${DRAFT}&cryptoType=USDT&strategy=LMT&limitPrice=0.5&feeModel=EXPLICIT`);
  await expect(quote(page)).toContainText("100.00 EUR");
  await expectAccessible(page);
  await made(page);
  await expect(page.getByRole("list", { name: "Progress" })).toBeVisible();
  await expectAccessible(page);
});
