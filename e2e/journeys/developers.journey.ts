import { randomUUID } from "node:crypto";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";
import { openReceiver } from "../world/receiver.ts";

const named = (kind: string) => `${kind}-${randomUUID().slice(0, 8)}`;

test("a key is made with a scope, shown once, works, and ends when it is revoked", async ({ page, program }) => {
  const name = named("shop");
  await signIn(page, "/developers?tab=keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("checkbox", { name: /^payments:read/ }).check();
  await expectAccessible(page);
  await page.keyboard.press("Enter");

  const once = page.getByRole("dialog", { name: `Key ${name} created` });
  const both = (await once.getByText(/^ak_\w+:sk_/).textContent()) ?? "";
  const list = `${program.url}/payment/v1/payment?startTime=1700000000000&endTime=1700000001000`;
  const listed = () => fetch(list, { headers: { authorization: `Basic ${Buffer.from(both).toString("base64")}` } });
  expect((await listed()).status).toBe(200);
  await once.getByRole("button", { name: "I have copied it" }).click();

  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("payments:read");
  await expect(page.getByText(both.split(":")[1] ?? "nothing")).toHaveCount(0);
  await expectAccessible(page);
  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(row).toHaveCount(0);
  expect((await listed()).status).toBe(401);
});

test("an endpoint is added, a test event arrives signed, and its delivery is sent again", async ({ page }) => {
  const receiver = await openReceiver();
  await signIn(page, "/developers");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.getByRole("link", { name: "Webhooks" }).first().click();
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add an endpoint" });
  await form.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "I have copied it" }).click();

  await page.getByRole("button", { name: `Send test: ${receiver.url}` }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries" }).getByRole("table");
  const delivered = deliveries.getByRole("row").filter({ hasText: "webhook.test" });
  await expect(delivered).toContainText("Delivered");
  const before = receiver.calls;
  await delivered.getByRole("button", { name: /^Resend webhook.test/ }).click();
  await expect.poll(() => receiver.calls).toBeGreaterThan(before);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Actions for ${receiver.url}` }).click();
  await page.getByRole("menuitem", { name: "Grade my receiver" }).click();
  await expect(page.getByText("3 checks are not answered correctly")).toBeVisible();
  await expectAccessible(page);
  await receiver.close();
});

test("the quickstart's lines hold the key it made; the sandbox's clock is moved by hand", async ({ page }) => {
  await signIn(page, "/developers");
  await page.getByRole("button", { name: "Create sandbox key" }).click();
  await expect(page.getByRole("region", { name: /^Lines of: 2/ })).toContainText(/KEY='ak_\w+:sk_[\w-]+'/);
  await page.getByRole("link", { name: "Sandbox" }).click();
  await expect(page).toHaveURL(/tab=sandbox/);
  await page.getByRole("combobox", { name: "Advance by" }).selectOption("1 minute");
  await page.getByRole("button", { name: "Advance clock" }).click();
  await expect(page.getByText("Clock advanced")).toBeVisible();
  await page.getByRole("button", { name: "Overpaid" }).click();
  await expect(page.getByText("Played: Overpaid")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the payment" }).click();
  await expect(page.getByRole("complementary")).toContainText("Overpaid");
});

test("a refused call shows by itself, counted with its like, and opens to what was sent", async ({ page, program }) => {
  await signIn(page, "/developers?tab=requests");
  // Whether there were calls before depends on the tests before this one.
  await expect(page.getByRole("heading", { name: "Errors of the last 24 hours" })).toBeVisible();
  const { keyId, secret } = program.demo;
  const refused = await fetch(`${program.url}/payment/v1/requestPaymentAddress`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: '{"cryptoType":"BTC","networkType":"tron","fiat":"EUR","fiatReceivable":100,"subaccount":"canary"}',
  });
  expect(refused.status).toBe(400);
  const requestId = refused.headers.get("x-request-id") ?? "";
  const row = page.getByRole("row").filter({ hasText: requestId.slice(-6) });
  await expect(row).toContainText("NETWORK_TYPE_NOT_ALLOWED");
  await row.getByRole("button", { name: /requestPaymentAddress/ }).click();
  await expect(page.getByRole("region", { name: "Request body" })).toContainText('"networkType":"tron"');
  await expect(page).toHaveURL(new RegExp(`request=${requestId}`));
  await expectAccessible(page);
  await page.getByRole("button", { name: /400 NETWORK_TYPE_NOT_ALLOWED/ }).click();
  await expect(page).toHaveURL(/code=NETWORK_TYPE_NOT_ALLOWED/);
});
