import { colleague, expectAccessible, signIn, test, typePassword } from "../world/person.ts";
import { expect } from "../world/journey.ts";

test("a pair's spread is changed with a reason, shown before and after, and taken back", async ({ page }) => {
  await signIn(page, "/payments");
  await page.getByRole("table").first().waitFor();
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/\/settings$/, { timeout: 3_000 });
  }).toPass();
  await page.getByRole("button", { name: /^Change Spread BCH\/EUR: 1\.00/ }).click();
  const dialog = page.getByRole("dialog", { name: "Change Spread BCH/EUR" });
  await dialog.getByRole("textbox", { name: /^New value/ }).fill("0.8");
  await expect(dialog).toContainText("0.80");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("tighter market");
  await dialog.getByRole("button", { name: /^Set Spread BCH\/EUR to 0\.80/ }).click();

  await expect(page.getByRole("button", { name: /^Change Spread BCH\/EUR: 0\.80/ })).toBeVisible();
  const changes = page.getByRole("table", { name: "Changes" });
  await expect(changes.getByRole("row").nth(1)).toContainText("tighter market");
  await expect(changes.getByRole("row").nth(1)).toContainText(/default → 0\.80/);
  await page.getByRole("button", { name: /^Change Spread BCH\/EUR/ }).click();
  await page.getByRole("checkbox", { name: "Back to the default" }).check();
  await page.getByRole("textbox", { name: "Reason" }).fill("back again");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: /to default$/ }).click();
  await expect(page.getByRole("button", { name: /^Change Spread BCH\/EUR: 1\.00/ })).toBeVisible();
  await expectAccessible(page);
});

test("a viewer is invited, signs in with a password of their own, and meets no way to act", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: 150,
    strategy: "RAI",
    subaccount: "seen-only",
  });
  await counterpart.pay(bill);
  await signIn(page, "/settings?tab=people");
  const vera = await colleague(page, program, "Vera", "viewer");
  await page.goto("/settings?tab=people");
  const line = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Change role: Vera" }) });
  await expect(line).toContainText("Viewer");
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: program.url });
  const hers = await context.newPage();
  await typePassword(hers, vera, "/sign-in?callbackUrl=/settings");
  await hers.waitForURL((url) => url.pathname === "/settings");
  await expect(hers.getByText("Your role (Viewer) is read-only.")).toBeVisible();
  await expect(hers.getByRole("button", { name: /^Change / })).toHaveCount(0);
  await hers.goto("/developers?tab=keys");
  await expect(hers.getByText(/^Only developers and administrators create keys/)).toBeVisible();
  await hers.goto(`/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  await expect(hers.getByRole("complementary")).toContainText("available to convert");
  await expect(hers.getByRole("button", { name: /^(Convert|Record payout|Release|Decline) ?/ })).toHaveCount(0);
  for (const [path, method] of [
    ["/manage/v1/keys", "GET"],
    ["/manage/v1/settings", "PATCH"],
    ["/payment/v1/requestPaymentAddress", "POST"],
    ["/payment/v1/conversion/execute", "POST"],
    ["/manage/v1/payouts", "POST"],
  ] as const) {
    const answer = await hers.evaluate(
      async ([target, verb]) =>
        (await fetch(target, { method: verb, ...(verb === "GET" ? {} : { body: "{}" }) })).status,
      [path, method] as const,
    );
    expect(answer, path).toBe(403);
  }
  await context.close();

  const row = page.getByRole("row").filter({ hasText: vera.email });
  await row.getByRole("button", { name: "Disable: Vera" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
  await expect(row).toContainText("Disabled");
});
