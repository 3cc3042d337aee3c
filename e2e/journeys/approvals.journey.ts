import type { Page } from "playwright/test";
import { expect } from "../world/journey.ts";
import { done } from "../world/buttons-world.ts";
import { rowOf, toast } from "../world/on-page.ts";
import { accepted, colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

const APPROVALS = "/approvals";

/** Fills in the open dialog of a setting and sends it. */
async function change(page: Page, opener: RegExp, value: (dialog: ReturnType<Page["getByRole"]>) => Promise<unknown>) {
  await page.getByRole("button", { name: opener }).click();
  const dialog = page.getByRole("dialog");
  await value(dialog);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("agreed by mail");
  return dialog;
}

test("one asks for a tolerance and a payout: another person of the account decides the one, of the house the other", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: 120,
    strategy: "RAI",
    subaccount: "two-people",
  });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  const otto = await colleague(page, program, "Otto", "treasurer");
  const tess = await colleague(page, program, "Tess", "treasurer");
  await done(page, "POST", "/house/v1/users", { email: "hugo@example.com", role: "treasurer" });
  const hugo = await accepted(program, "hugo@example.com", "Hugo");
  await page.goto("/settings?tab=house");
  const rule = await change(page, /^Change Second person/, (dialog) =>
    dialog.getByRole("combobox", { name: /^New value/ }).selectOption("always"),
  );
  await rule.getByRole("button", { name: "Set Second person to Always" }).click();
  await expect(page.getByRole("button", { name: "Change Second person: Always" })).toBeVisible();

  // Who owes a role to the asker may not decide: the demo user invited all three.
  const { context: asking, page: asks } = await ownBrowser(browser, program.url);
  await typePassword(asks, otto, "/sign-in?callbackUrl=/settings");
  await asks.waitForURL((url) => url.pathname === "/settings");
  const tolerance = await change(asks, /^Change Tolerance BCH\/EUR: /, (dialog) =>
    dialog.getByRole("textbox", { name: /^New value/ }).fill("0.8"),
  );
  await expect(tolerance).toContainText("once a second person approves it");
  await tolerance.getByRole("button", { name: /^Request: set Tolerance BCH\/EUR to 0\.80/ }).click();
  await toast(asks, "awaiting approval").getByRole("button", { name: "Show" }).click();
  await asks.waitForURL((url) => url.pathname === "/approvals");
  await expect(rowOf(asks, "Tolerance BCH/EUR")).toContainText(/% → 0\.80/);
  await rowOf(asks, "Tolerance BCH/EUR").getByRole("button", { name: "Withdraw…" }).click();
  await expect(asks.getByRole("dialog")).toContainText("You requested this, so a second person decides.");
  await expect(asks.getByRole("dialog").getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expectAccessible(asks);
  await asks.keyboard.press("Escape");

  await asks.goto(`/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  await asks.getByRole("complementary").getByRole("button", { name: "Record payout…" }).click();
  await asks.getByRole("dialog").getByLabel("Quantity").fill("0.0005");
  await asks.getByRole("dialog").getByLabel("Reference").fill("ticket 4711");
  await asks.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await expect(asks.getByRole("dialog")).toContainText("nothing is reserved until then");
  await asks
    .getByRole("dialog")
    .getByRole("button", { name: /^Request payout of 0\.0005/ })
    .click();
  await expect(toast(asks, /^Payout of 0\.0005.*awaiting approval/)).toBeVisible();

  const { context, page: hers } = await ownBrowser(browser, program.url);
  await typePassword(hers, tess, "/sign-in?callbackUrl=/");
  await expect(hers.getByRole("link", { name: "1 awaiting approval" })).toBeVisible();
  await expect(hers.getByRole("navigation").getByRole("link", { name: /^Approvals 1$/ })).toBeVisible();
  await hers.getByRole("link", { name: "1 awaiting approval" }).click();
  await rowOf(hers, "Tolerance BCH/EUR").getByRole("button", { name: "Decide…" }).focus();
  await hers.keyboard.press("Enter");
  const dialog = hers.getByRole("dialog");
  await expect(dialog).toContainText("agreed by mail");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(hers);
  await dialog.getByRole("button", { name: /^Approve: Tolerance BCH\/EUR to 0\.80/ }).press("Enter");
  await expect(toast(hers, ": approved")).toBeVisible();
  await expect(rowOf(hers, "Tolerance BCH/EUR")).toContainText("Approved");

  await rowOf(hers, "Payout of 0.0005").getByRole("button", { name: "Details…" }).click();
  await expect(dialog.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await context.close();

  const { context: house, page: his } = await ownBrowser(browser, program.url);
  await typePassword(his, hugo, "/sign-in?callbackUrl=/");
  await his.waitForURL((url) => url.pathname === "/settings");
  await expect(his.getByRole("navigation").getByRole("link", { name: /^Approvals 1$/ })).toBeVisible();
  await his.goto(APPROVALS);
  await expect(rowOf(his, "Tolerance BCH/EUR")).toHaveCount(0);
  await rowOf(his, "Payout of 0.0005").getByRole("button", { name: "Decide…" }).click();
  const decision = his.getByRole("dialog");
  await decision.getByRole("button", { name: "Decline" }).click();
  await expect(decision.getByText("Enter a reason to decline.")).toBeVisible();
  await expect(decision.getByLabel("Note")).toBeFocused();
  await decision.getByLabel("Note").fill("the reference is another account's");
  await decision.getByRole("button", { name: "Decline" }).click();
  await expect(toast(his, /Payout of 0\.0005.*declined/)).toBeVisible();
  await expect(his.getByText("No approvals pending")).toBeVisible();
  await expectAccessible(his);
  await house.close();

  await asks.goto(APPROVALS);
  await expect(rowOf(asks, "Payout of 0.0005")).toContainText("Declined by Hugo");
  await asks.goto("/settings");
  await expect(asks.getByRole("button", { name: /^Change Tolerance BCH\/EUR: 0\.80/ })).toBeVisible();
  await asking.close();
});
