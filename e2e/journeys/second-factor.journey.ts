import type { Page } from "playwright/test";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { expect } from "../world/journey.ts";
import { colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

/** Sets the app up on the page one stands on; answers its secret and the recovery codes. */
async function setUpApp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator(".copy-line").textContent()) ?? "").replace(/[^A-Z2-7]/g, "").slice(0, 32);
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Code from the app" }).fill(totpCode(secret, stepAt(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const once = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(once.getByRole("listitem")).toHaveCount(10);
  const codes = await once.getByRole("listitem").allTextContents();
  await once.getByRole("button", { name: "I have stored them" }).click();
  return { secret, codes };
}

/** A device that holds passkeys and lets its owner in by itself (WebAuthn's virtual authenticator). */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account menu$/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).last().click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
}

test("an app is set up, asked for at the door and in a session from before it, and a recovery code opens once", async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, "/settings?tab=people");
  const tess = await colleague(page, program, "Tess", "treasurer");
  const [older, { context, page: hers }] = [
    await ownBrowser(browser, program.url),
    await ownBrowser(browser, program.url),
  ];
  await typePassword(older.page, tess, "/sign-in?callbackUrl=/settings");
  await older.page.waitForURL((url) => url.pathname === "/settings");
  await typePassword(hers, tess, "/sign-in?callbackUrl=/account");
  await hers.waitForURL((url) => url.pathname === "/account");
  await hers.getByRole("button", { name: "Set up app" }).click();
  const { secret, codes } = await setUpApp(hers, tess.password);
  await expect(hers.getByText("10 codes left")).toBeVisible();
  await expectAccessible(hers);

  await signOut(hers);
  await typePassword(hers, tess, "/sign-in?callbackUrl=%2Faccount");
  const code = hers.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(hers);
  await code.fill("000000");
  await hers.keyboard.press("Enter");
  await expect(hers.getByRole("alert").filter({ hasText: "Incorrect or used code" })).toBeFocused();
  // No code counts twice: this one is the next, which a clock that runs ahead would show.
  await code.fill(totpCode(secret, stepAt(Date.now()) + 1));
  await code.press("Enter");
  await hers.waitForURL((url) => url.pathname === "/account");

  await older.page.goto("/settings?fiat=GBP");
  const prove = older.page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(prove.getByRole("textbox")).toBeFocused();
  await expectAccessible(older.page);
  const pair = older.page.getByRole("button", { name: /^Change Tolerance BCH\/GBP/ });
  await expect(pair).toHaveCount(0);
  await prove.getByRole("textbox").fill(codes[0] ?? "");
  await older.page.keyboard.press("Enter");
  await pair.click();
  const change = older.page.getByRole("dialog", { name: "Change Tolerance BCH/GBP" });
  await change.getByRole("textbox", { name: /^New value/ }).fill("0.9");
  await change.getByRole("textbox", { name: "Reason" }).fill("asked again");
  await change.getByRole("button", { name: /^Set Tolerance/ }).click();
  await expect(older.page.getByRole("button", { name: /^Change Tolerance BCH\/GBP: 0\.90/ })).toBeVisible();

  await hers.reload();
  await expect(hers.getByText("9 codes left")).toBeVisible();
  await hers.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(hers.getByText("Signed out of 1 other session")).toBeVisible();
  await older.page.goto("/settings");
  await older.page.waitForURL((url) => url.pathname === "/sign-in");
  await Promise.all([context.close(), older.context.close()]);

  await page.goto("/settings?tab=people");
  const row = page.getByRole("row").filter({ hasText: tess.email });
  await row.getByRole("button", { name: "Reset second factor: Tess" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`A link is on its way to ${tess.email}`)).toBeVisible();
});

test("a house that demands a second factor sends a newcomer to add one; the passkey then opens without a password", async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, "/settings?tab=people");
  const pia = await colleague(page, program, "Pia", "operator");
  const demand = (value: string) =>
    page.evaluate(
      async (secondFactor) =>
        (
          await fetch("/house/v1/settings", {
            method: "PATCH",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ secondFactor, reason: "journey" }),
          })
        ).status,
      value,
    );
  expect(await demand("REQUIRED")).toBe(200);
  const { context, page: hers } = await ownBrowser(browser, program.url);
  await withAuthenticator(hers);
  await typePassword(hers, pia, "/payments?status=COMPLETED");
  await hers.waitForURL((url) => url.pathname === "/enrol");
  await expectAccessible(hers);
  await hers.getByRole("button", { name: "Passkey" }).click();
  const adding = hers.getByRole("dialog", { name: "Add a passkey" });
  await expect(adding.getByRole("textbox", { name: "Name" })).toBeFocused();
  await adding.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await adding.getByLabel("Your password").fill(pia.password);
  await hers.keyboard.press("Enter");
  await hers.getByRole("button", { name: "I have stored them" }).click();
  await hers.waitForURL((url) => url.pathname === "/payments" && url.search === "?status=COMPLETED");
  expect(await demand("default")).toBe(200);

  await hers.goto("/account");
  await signOut(hers);
  await hers.goto("/sign-in?callbackUrl=/account");
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await hers.waitForURL((url) => url.pathname === "/account");
  await hers.getByRole("button", { name: "Rename: Laptop" }).click();
  await hers.getByRole("textbox", { name: "Name" }).fill("Old laptop");
  await hers.keyboard.press("Enter");
  await hers.getByRole("button", { name: "Remove: Old laptop" }).click();
  await expectAccessible(hers);
  await hers.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).click();
  await expect(hers.getByText("You have none yet.")).toBeVisible();
  await context.close();
});
