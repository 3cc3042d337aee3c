import type { Browser, Page } from "playwright/test";
import { done, ofHouse } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { accepted, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";
import type { Program } from "../world/program.ts";

const pagesOf = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link");
const tabsOf = (page: Page) => page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link");

/** A person of the house who is in no account, invited by the demo user. */
async function personOf(page: Page, browser: Browser, program: Program, role: "admin" | "compliance" | "operator") {
  await signIn(page, "/account");
  return ofHouse(page, browser, program, role);
}

test("a compliance officer of the house, in no account, is offered what is the house's and told what is an account's", async ({
  page: demo,
  browser,
  program,
}) => {
  const { context, page } = await personOf(demo, browser, program, "compliance");
  await page.goto("/");
  await page.waitForURL((url) => url.pathname === "/settings");
  await expect(page.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ })).toBeAttached();
  await expect(pagesOf(page)).toHaveText([
    /^Payouts/,
    /^Settlements/,
    /^Cases/,
    /^Approvals/,
    /^Treasury/,
    /^Audit/,
    /^Settings/,
  ]);
  await expect(tabsOf(page)).toHaveText([/^People/, /^Operator/, /^Chains/, /^Wallets/, /^Keys/]);
  await expectAccessible(page);

  await page.keyboard.press("Control+k");
  const finder = page.getByRole("dialog");
  await expect(finder.getByRole("option").filter({ hasText: "Page" })).toHaveText([
    /^Payouts/,
    /^Settlements/,
    /^Cases/,
    /^Approvals/,
    /^Treasury/,
    /^Audit/,
    /^Settings/,
  ]);
  await finder.getByRole("combobox").fill("order 17");
  await expect(finder.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.goto("/payments");
  await expect(page.getByRole("heading", { name: "This page belongs to an account" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Password" })).toBeVisible();
  await context.close();
});

test("an administrator of the house invites, ends a session and removes; the house's record has it, the account's has not", async ({
  page: demo,
  browser,
  program,
}) => {
  const { context, page } = await personOf(demo, browser, program, "admin");
  const viewer = await ofHouse(demo, browser, program, "viewer");
  await page.goto("/settings?tab=people");
  const people = page.getByRole("table", { name: "People", exact: true });
  await expect(page.getByRole("heading", { name: "People of the operator" })).toBeVisible();
  await expect(people.getByRole("row").filter({ hasText: "house-viewer" })).toContainText("Active");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Invite a person" }).click();
  const form = page.getByRole("dialog", { name: "Invite a person to the operator" });
  await form.getByRole("textbox", { name: "E-mail" }).fill("carl@example.com");
  await form.getByRole("combobox", { name: "Role" }).selectOption("compliance");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const invitation = page.getByRole("table", { name: "Invitations" }).getByRole("row").filter({ hasText: "carl" });
  await expect(invitation).toContainText("Compliance");
  await invitation.getByRole("button", { name: /^Revoke/ }).click();
  await expect(invitation).toHaveCount(0);

  const session = page.getByRole("button", { name: /^End session: house-viewer/ });
  await session.click();
  await expect(session).toHaveCount(0);
  await viewer.page.goto("/settings");
  await viewer.page.waitForURL((url) => url.pathname === "/sign-in");
  await viewer.context.close();
  await people.getByRole("button", { name: "Remove: house-viewer" }).click();
  await expect(page.getByRole("dialog")).toContainText("Their role at the operator ends at once");
  await page.getByRole("dialog").getByRole("button", { name: "Remove person" }).click();
  await expect(people.getByRole("row").filter({ hasText: "house-viewer" })).toHaveCount(0);

  await page.goto("/audit?action=user.remove");
  const record = page.getByRole("table", { name: "Audit" });
  await expect(record.getByRole("row").nth(1)).toContainText("removed person");
  await expectAccessible(page);
  await context.close();
  await demo.goto("/audit?action=user.remove");
  await expect(demo.getByText("No entries")).toBeVisible();
  await demo.getByRole("navigation", { name: "Account or operator" }).getByRole("link", { name: "Operator" }).click();
  await expect(demo).toHaveURL(/of=house/);
  await expect(demo).toHaveURL(/action=user\.remove/);
  await expect(demo.getByRole("table", { name: "Audit" }).getByRole("row").nth(1)).toContainText("removed person");
  await expectAccessible(demo);
});

test("who may not read the house's record is told so", async ({ page: demo, browser, program }) => {
  const { context, page } = await personOf(demo, browser, program, "operator");
  await expect(pagesOf(page)).toHaveText([/^Payouts/, /^Settlements/, /^Cases/, /^Treasury/, /^Settings/]);
  await expect(tabsOf(page)).toHaveText([/^Operator/, /^Chains/, /^Wallets/]);
  await page.goto("/audit");
  await expect(page.getByRole("heading", { name: "Your role does not open this page" })).toBeVisible();
  await context.close();
});

test("a hold of the house is decided among the house's cases, and stands in its record", async ({
  page: demo,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({
    cryptoType: "USDC",
    fiat: "EUR",
    fiatReceivable: 90,
    strategy: "RFQ",
    subaccount: "held",
  });
  await counterpart.pay(bill, { cryptoType: "USDT", networkType: "eth", quantity: 77 });
  await signIn(demo, "/exceptions");
  await demo.getByRole("navigation", { name: "Account or operator" }).getByRole("link", { name: "Operator" }).click();
  await expect(demo).toHaveURL(/of=house/);
  const caseOf = (page: Page) => page.getByRole("listitem").filter({ hasText: "77.000000" });
  await expect(caseOf(demo)).toContainText("Wrong asset");
  await demo
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: /^Muted/ })
    .click();
  await expect(demo).toHaveURL(/of=house&view=muted/);

  await done(demo, "POST", "/house/v1/users", { email: "colin@example.com", role: "compliance" });
  const colin = await accepted(program, "colin@example.com", "Colin");
  const { context, page } = await ownBrowser(browser, program.url);
  await typePassword(page, colin, "/sign-in?callbackUrl=/exceptions");
  await caseOf(page).getByRole("link").click();
  const drawer = page.getByRole("complementary");
  await expect(drawer).toContainText("demo");
  await expect(drawer.getByRole("button", { name: /^Release/ })).toHaveCount(0);
  await expectAccessible(page);
  await drawer.getByRole("textbox", { name: "Comment" }).fill("asked the account");
  await drawer.getByRole("button", { name: "Add comment" }).click();
  await expect(drawer.getByText("asked the account")).toBeVisible();
  await drawer.getByRole("button", { name: /^Decline 77/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Note" }).fill("not the coin that was asked for");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Decline 77/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/exceptions");
  await expect(page.getByRole("heading", { name: "Cases" })).toBeVisible();
  await expect(caseOf(page)).toHaveCount(0);
  await context.close();
  await demo.goto("/audit?of=house&action=deposit.decline");
  await expect(demo.getByRole("table", { name: "Audit" }).getByRole("row").nth(1)).toContainText("Colin");
});
