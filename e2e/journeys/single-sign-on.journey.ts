import { freePort } from "#lib/postgres/free-port.ts";
import type { Page } from "playwright/test";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { expect, test as plain } from "../world/journey.ts";
import { type OpenIdProvider, openProvider } from "../world/oidc.ts";
import { type Program, startProgram } from "../world/program.ts";

/** The program with a real OpenID provider beside it. */
const test = plain.extend<{ program: Program }, { signedBy: (only: boolean) => Promise<Program> }>({
  program: async ({ signedBy }, use) => use(await signedBy(false)),
  signedBy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const open: { program: Program; provider: OpenIdProvider; only: boolean }[] = [];
      await use(async (only) => {
        const known = open.find((one) => one.only === only);
        if (known) return known.program;
        const port = await freePort();
        const provider = await openProvider(`http://localhost:${port}`, "treasury=treasurer@demo, heads=admin@demo");
        const program = await startProgram({ port, env: { ...provider.env, OIDC_ONLY: String(only) } });
        open.push({ program, provider, only });
        return program;
      });
      for (const { program, provider } of open) await Promise.all([program.stop(), provider.close()]);
    },
    { scope: "worker", timeout: 20 * 60_000 },
  ],
});

/** Signs in at the provider's own pages: name, any password, consent. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Continue with Example Login" }).click();
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a group of the provider is a role here; who is in none is told so", async ({ page, browser, program }) => {
  await page.goto("/sign-in?callbackUrl=/account");
  await signInThere(page, "grace+treasury");
  await page.waitForURL((url) => url.href.startsWith(`${program.url}/account`));
  await expect(page.getByText("grace@example.com")).toBeVisible();
  await expect(page.getByText("None. You sign in with single sign-on.")).toBeVisible();
  await page.getByRole("button", { name: /account menu$/ }).click();
  await expect(page.getByText(/demo, Treasurer/)).toBeVisible();

  const stranger = await browser.newContext({ baseURL: program.url });
  const theirs = await stranger.newPage();
  await theirs.goto("/sign-in");
  await signInThere(theirs, "mallory+elsewhere");
  await theirs.waitForURL((url) => url.pathname === "/sign-in");
  await expect(theirs.getByText(/^You have no access/)).toBeVisible();
  await stranger.close();
});

test("whoever has a second factor here is asked for it before anything is shown", async ({ browser, program }) => {
  const context = await browser.newContext({ baseURL: program.url });
  const page = await context.newPage();
  const comeIn = async () => {
    await page.goto("/sign-in?callbackUrl=/payments");
    await signInThere(page, "hugo+treasury");
    await page.waitForURL((url) => url.href.startsWith(`${program.url}/payments`));
  };
  const shown = page
    .getByRole("table", { name: "Payments" })
    .getByRole("row")
    .filter({ hasText: /EUR|USD|GBP/ });
  await comeIn();
  await expect(shown.first()).toBeVisible();
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const secret = ((await dialog.locator(".copy-line").textContent()) ?? "").replace(/[^A-Z2-7]/g, "").slice(0, 32);
  await dialog.getByRole("textbox", { name: "Code from the app" }).fill(totpCode(secret, stepAt(Date.now())));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "I have stored them" }).click();
  await context.clearCookies();

  await comeIn();
  const codeField = page.getByRole("dialog").getByRole("textbox", { name: "Code" });
  await expect(codeField).toBeVisible();
  await expect(shown).toHaveCount(0);
  await codeField.fill(totpCode(secret, stepAt(Date.now()) + 1));
  await page.keyboard.press("Enter");
  await expect(shown.first()).toBeVisible();
  await context.close();
});

test("with single sign-on alone there is no other way in", async ({ browser, signedBy }) => {
  const { url } = await signedBy(true);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Continue with Example Login" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await signInThere(page, "ada+heads");
  await page.waitForURL((at) => at.href === `${url}/`);
  await context.close();
});
