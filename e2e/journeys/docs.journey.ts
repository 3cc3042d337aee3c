import { expect } from "playwright/test";
import { expectAccessible, signIn, test } from "#e2e/world/person.ts";

test("whoever integrates reads, copies and tries, signed in or not", async ({ page, program }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Quick start", level: 1 })).toBeVisible();
  await expect(page.getByText("KEY=ak_…:sk_…")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Docs" }).getByRole("link", { name: "All operations" }).click();
  await page.getByRole("main").getByRole("link", { name: "requestPaymentAddress" }).click();
  await expect(page.getByRole("heading", { name: "requestPaymentAddress" })).toBeVisible();
  await expectAccessible(page);

  const trial = page.getByRole("region", { name: "Try it" });
  await trial.getByLabel("Key").fill(`${program.demo.keyId}:${program.demo.secret}`);
  await trial.getByRole("button", { name: "Send" }).click();
  await expect(trial.getByText(/^200 after \d+ ms$/)).toBeVisible();
  await expect(trial.getByText('"deposit_address"')).toBeVisible();
  await expectAccessible(page);

  await page.goto("/docs/reference/getCase");
  const caseId = trial.getByRole("textbox", { name: "caseId" });
  await trial.getByLabel("Key").fill("");
  await trial.getByRole("button", { name: "Send" }).click();
  await expect(trial.getByLabel("Key")).toBeFocused();
  await expect(caseId).toHaveAccessibleDescription("Enter a value.");
  await expectAccessible(page);
  await page.goBack();

  await page.getByRole("main").getByRole("link", { name: "EXPOSURE_LIMIT" }).click();
  await expect(page.getByRole("heading", { name: "Fix" })).toBeVisible();
  expect((await page.request.get("/docs/nothing")).status()).toBe(404);
});

test.describe("a page that is not there", () => {
  test.use({ expected: /404/ });

  test("stands in the desk for who is signed in, and by itself for others and outside of it", async ({ page }) => {
    const menu = page.getByRole("navigation", { name: "Main", exact: true });
    const missing = page.getByRole("heading", { name: "Page not found" });
    expect((await page.goto("/payments/nothing"))?.status()).toBe(404);
    await expect(missing).toBeVisible();
    await expect(menu).toHaveCount(0);
    await signIn(page, "/payments");
    expect((await page.goto("/payments/nothing"))?.status()).toBe(404);
    await expect(missing).toBeVisible();
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Payments" }).click();
    await page.waitForURL("**/payments");
    for (const outside of ["/docs/nothing", "/pay/nothing/nothing"]) {
      expect((await page.goto(outside))?.status()).toBe(404);
      await expect(menu).toHaveCount(0);
    }
  });
});

test("in a sandbox the reader's own key is in the quick start; every page has its text, and there is a list of them", async ({
  page,
  program,
}) => {
  await signIn(page, "/payments");
  await page.goto("/docs/quick-start");
  await expect(page.getByText(`KEY=${program.demo.keyId}:${program.demo.secret}`)).toBeVisible();
  const list = await (await page.request.get("/llms.txt")).text();
  const pages = [...list.matchAll(/\]\((.+?)\)/g)].map(([, address = ""]) => address.replace(/^https?:\/\/[^/]+/, ""));
  expect(pages.length).toBeGreaterThan(100);
  for (const address of pages) {
    const got = await page.request.get(address);
    expect(got.status(), address).toBe(200);
    expect(await got.text(), address).toMatch(/^# \S/);
  }
  const text = await (await page.request.get("/docs/quick-start.md")).text();
  expect(text).not.toContain(program.demo.secret);
  const { openapi } = await (await page.request.get("/openapi.json")).json();
  expect(openapi).toBe("3.1.1");
});
