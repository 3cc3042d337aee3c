import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { expect } from "../world/journey.ts";
import { colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

const PASSWORD = "purple walrus on a bicycle";
const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Types a new password twice on the page or dialog one stands on. */
async function typeNew(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password").fill(password);
}

test("somebody is invited, sets a password of their own, adds a factor the account demands, and comes in", async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, "/settings?tab=people");
  const email = newEmail("bea");
  await page.getByRole("button", { name: "Invite a person" }).click();
  const form = page.getByRole("dialog", { name: "Invite a person" });
  await expectAccessible(page);
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByRole("combobox", { name: "Role" }).selectOption("operator");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible();
  const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row").filter({ hasText: email });
  await expect(invited).toContainText("Invited");
  await expectAccessible(page);

  const { context, page: hers } = await ownBrowser(browser, program.url);
  const link = await program.mailbox.linkTo(email);
  await hers.goto(link);
  await expect(hers.getByRole("heading", { name: "Join an account" })).toBeVisible();
  expect(new URL(hers.url()).hash).toBe("");
  await expectAccessible(hers);
  await hers.getByRole("textbox", { name: "Your name" }).fill("Bea");
  await typeNew(hers, "password1234");
  await hers.getByRole("button", { name: "Create sign-in and join" }).click();
  await expect(hers.getByText("This is too easy to guess.")).toBeVisible();
  await typeNew(hers, PASSWORD);
  await hers.getByRole("button", { name: "Create sign-in and join" }).click();
  await expect(hers.getByRole("heading", { name: "You have joined" })).toBeVisible();
  await hers.goto("/sign-in");
  await hers.goto(link);
  await expect(hers.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();

  await typePassword(hers, { email, password: PASSWORD }, "/sign-in?callbackUrl=/account");
  await hers.waitForURL((url) => url.pathname === "/account");
  await hers.getByRole("button", { name: "Set up app" }).click();
  const dialog = hers.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Your password").fill("not this one at all");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(hers);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const shown = dialog.locator(".copy-line");
  await expect(shown).toBeVisible();
  const secret = ((await shown.textContent()) ?? "").replace(/[^A-Z2-7]/g, "").slice(0, 32);
  await dialog.getByRole("textbox", { name: "Code from the app" }).fill(totpCode(secret, stepAt(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await hers.getByRole("button", { name: "I have stored them" }).click();
  await hers.context().clearCookies();
  await typePassword(hers, { email, password: PASSWORD }, "/sign-in?callbackUrl=/account");
  await hers.getByRole("textbox", { name: "Code" }).fill(totpCode(secret, stepAt(Date.now()) + 1));
  await hers.keyboard.press("Enter");
  await hers.waitForURL((url) => url.pathname === "/account");
  await expect(hers.getByText("On", { exact: true })).toBeVisible();
  // Without its cookie the browser is one that has never signed her in.
  const device = (await context.cookies()).find(({ name }) => name === "desk-device");
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const letters = () => program.mailbox.lettersTo(email).filter((letter) => letter.includes("A new browser signed in"));
  await expect.poll(() => letters().length).toBe(1);
  await context.close();

  await page.reload();
  const row = page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("second factor");
  await expect(page.getByRole("table", { name: "Invitations" })).toHaveCount(0);
  const session = page.getByRole("table", { name: "Sessions of people" }).getByRole("row").filter({ hasText: "Bea" });
  await expect(session.first()).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Access review (CSV)" }).click();
  const review = await readFile(await (await saving).path(), "utf8");
  expect(review).toMatch(new RegExp(`demo,Bea,${email},operator,[^,]+,ACTIVE,true,true,[^,]+,Demo,`));
});

test("a forgotten password and a password changed by its owner", async ({ page, browser, program }) => {
  await signIn(page, "/settings?tab=people");
  const cora = await colleague(page, program, "Cora", "viewer");
  const { context, page: hers } = await ownBrowser(browser, program.url);
  const before = program.mailbox.lettersTo(cora.email).length;
  await hers.goto("/sign-in");
  await hers.getByRole("link", { name: "Forgot your password?" }).click();
  await expectAccessible(hers);
  await hers.getByRole("textbox", { name: "E-mail" }).fill(cora.email);
  await hers.getByRole("button", { name: "Send link" }).click();
  await expect(hers.getByRole("heading", { name: "Check your mailbox" })).toBeVisible();
  await hers.goto(await program.mailbox.linkTo(cora.email, before));
  await expect(hers.getByLabel("New password", { exact: true })).toBeVisible();
  expect(await hers.evaluate(() => [location.hash, JSON.stringify({ ...sessionStorage, ...localStorage })])).toEqual([
    "",
    "{}",
  ]);
  await typeNew(hers, PASSWORD);
  await expectAccessible(hers);
  await hers.getByRole("button", { name: "Save password" }).click();
  await expect(hers.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  await typePassword(hers, cora, "/sign-in?callbackUrl=/account");
  await expect(hers.getByRole("alert").filter({ hasText: "Incorrect e-mail or password" })).toBeFocused();
  await typePassword(hers, { ...cora, password: PASSWORD }, "/sign-in?callbackUrl=/account");
  await hers.waitForURL((url) => url.pathname === "/account");

  await hers.getByRole("button", { name: "Change password" }).click();
  const dialog = hers.getByRole("dialog", { name: "Change your password" });
  await dialog.getByLabel("Current password").fill(cora.password);
  await typeNew(hers, "orange lobster under a piano");
  await dialog.getByRole("button", { name: "Save password" }).click();
  await expect(dialog.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(hers);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Save password" }).click();
  await expect(hers.getByText("Your password is changed; your other sessions have ended")).toBeVisible();
  await context.close();
});

test("a second factor is reset by a letter and the password", async ({ page, browser, program }) => {
  await signIn(page, "/settings?tab=people");
  const dora = await colleague(page, program, "Dora", "viewer");
  const { context, page: hers } = await ownBrowser(browser, program.url);
  await typePassword(hers, dora, "/sign-in?callbackUrl=/account");
  await hers.waitForURL((url) => url.pathname === "/account");
  await hers.getByRole("button", { name: "Set up app" }).click();
  const dialog = hers.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Your password").fill(dora.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = ((await dialog.locator(".copy-line").textContent()) ?? "").replace(/[^A-Z2-7]/g, "").slice(0, 32);
  await dialog.getByRole("textbox", { name: "Code from the app" }).fill(totpCode(secret, stepAt(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await hers.getByRole("button", { name: "I have stored them" }).click();

  await page.reload();
  const row = page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: dora.email });
  const before = program.mailbox.lettersTo(dora.email).length;
  await row.getByRole("button", { name: "Reset second factor: Dora" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`A link is on its way to ${dora.email}`)).toBeVisible();
  await hers.goto(await program.mailbox.linkTo(dora.email, before));
  await expect(hers.getByRole("heading", { name: "Remove your second factor" })).toBeVisible();
  await expectAccessible(hers);
  await hers.getByLabel("Your password").fill(dora.password);
  await hers.getByRole("button", { name: "Remove second factor" }).click();
  await expect(hers.getByRole("heading", { name: "Your second factor is removed" })).toBeVisible();
  await typePassword(hers, dora, "/sign-in?callbackUrl=/account");
  await hers.waitForURL((url) => url.pathname === "/account");
  await context.close();
});

test("whoever is removed while their page is open is out within seconds, and joins again by signing in", async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, "/settings?tab=people");
  const emil = await colleague(page, program, "Emil", "viewer");
  const { context, page: his } = await ownBrowser(browser, program.url);
  await typePassword(his, emil, "/sign-in?callbackUrl=/payments");
  await his.waitForURL((url) => url.pathname === "/payments");
  await expect(his.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ })).toBeAttached();
  await page.goto("/settings?tab=people");
  const row = page.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: emil.email });
  await row.getByRole("button", { name: "Remove: Emil" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Emil?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove person" }).click();
  await expect(row).toHaveCount(0);
  // Somebody is at it: a page that is left alone finds out when it is touched.
  await his.mouse.move(1, 1);
  await expect(his.getByText("You have no account yet")).toBeVisible();

  const before = program.mailbox.lettersTo(emil.email).length;
  await page.getByRole("button", { name: "Invite a person" }).click();
  const form = page.getByRole("dialog", { name: "Invite a person" });
  await form.getByRole("textbox", { name: "E-mail" }).fill(emil.email);
  await form.getByRole("button", { name: "Send invitation" }).click();
  await context.clearCookies();
  await his.goto(await program.mailbox.linkTo(emil.email, before));
  await his.getByRole("button", { name: "Sign in to accept" }).click();
  await his.waitForURL((url) => url.pathname === "/sign-in");
  await his.getByRole("textbox", { name: "E-mail" }).fill(emil.email);
  await his.getByLabel("Password", { exact: true }).fill(emil.password);
  await his.getByRole("button", { name: "Sign in", exact: true }).click();
  await his.getByRole("button", { name: "Join demo" }).click();
  await his.waitForURL((url) => url.pathname === "/");
  await expect(his.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ })).toBeAttached();
  await context.close();
});

test("whoever signs out leaves nothing behind, though they go back or the server is away", async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, "/settings?tab=people");
  const fay = await colleague(page, program, "Fay", "viewer");
  const { context, page: hers } = await ownBrowser(browser, program.url);
  const enter = async () => {
    await typePassword(hers, fay, "/sign-in?callbackUrl=/payments");
    await hers.waitForURL((url) => url.pathname === "/payments");
    await expect(hers.getByRole("table").getByRole("row").nth(1)).toBeVisible();
  };
  const leave = async () => {
    await hers.getByRole("button", { name: /account menu$/ }).click();
    await hers.getByRole("button", { name: "Sign out", exact: true }).last().click();
  };
  await enter();
  await leave();
  await hers.waitForURL((url) => url.pathname === "/sign-in");
  expect((await context.cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
  const storage = await hers.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(storage).not.toMatch(/example\.com|Fay/);
  await hers.goBack();
  await hers.waitForURL((url) => url.pathname === "/sign-in");
  await expect(hers.getByRole("table")).toHaveCount(0);

  await enter();
  await context.setOffline(true);
  await leave();
  await expect(hers.getByRole("table")).toHaveCount(0);
  await context.close();
});
