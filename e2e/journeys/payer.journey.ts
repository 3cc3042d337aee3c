import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "../world/journey.ts";
import { expectAccessible, test } from "../world/person.ts";

/** Several axe runs and settled payments, on a machine that may be busy. */
const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, bech32: true };
const MINUTE_MS = 60_000;

test("without sign-in: amount, address and warning; nothing of account or subaccount", async ({
  page,
  counterpart,
}) => {
  const subaccount = `shop-${randomUUID()}`;
  const bill = await counterpart.bill({ ...btc, subaccount });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/pay/${bill.paymentId}`);
  await expect(page.getByRole("heading", { name: /^Pay .* BTC on Bitcoin/ })).toBeAttached();
  await expect(page.getByText("Only BTC on the Bitcoin network.")).toBeVisible();
  await page.getByRole("button", { name: "Copy address" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bill.deposit_address);
  const wallet = await page.getByRole("link", { name: "Open in wallet" }).getAttribute("href");
  expect(wallet).toBe(`bitcoin:${bill.deposit_address}?amount=${bill.quantity.toFixed(8).replace(/0+$/, "")}`);
  expect(await page.content()).not.toContain(subaccount);
  const state = await page.request.get(`/pay/${bill.paymentId}/state`);
  expect(Object.keys(await state.json()).toSorted()).toEqual(
    "address amountStatus confirmationsRequired cryptoType expiryTime feeRate fiat fiatReceivable late network quantity quantityDeclined quantityMissing quantityReceived quantitySeen reversed sandbox serverTime status wrongAsset".split(
      " ",
    ),
  );
  await expectAccessible(page);
});

test("a part asks for the rest, the rest is seen and then paid, by itself", async ({ page, counterpart }) => {
  const bill = await counterpart.bill({ ...btc, subaccount: "shop-1" });
  await page.goto(`/pay/${bill.paymentId}`);
  await expect(page.getByText("Send exactly")).toBeVisible();
  await counterpart.pay({ ...bill, quantity: 0.001 });
  await expect(page.getByText("Still to send")).toBeVisible();
  await expect(page.getByText("0.001 BTC arrived.")).toBeVisible();
  await expectAccessible(page);
  await counterpart.control("chain", { autoMine: false });
  const rest = Number((bill.quantity - 0.001).toFixed(8));
  await counterpart.control("deposits", { address: bill.deposit_address, quantity: rest });
  await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
  await expect(page.getByRole("img")).toHaveCount(0);
  await counterpart.control("blocks", { network: "bitcoin", count: 3 });
  await counterpart.control("chain", { autoMine: true });
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await expectAccessible(page);
});

test("stands in a shop's own page, of another origin; no page of the desk does", async ({
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({ ...btc, subaccount: "shop-1" });
  const frame = (path: string) => `<iframe src="${program.url}${path}" width="480" height="800"></iframe>`;
  const shop = createServer((request, response) => {
    response.setHeader("content-type", "text/html").end(frame(request.url ?? "/"));
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  const { port } = shop.address() as AddressInfo;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/pay/${bill.paymentId}`);
  const framed = page.frameLocator("iframe");
  await expect(framed.getByText("Send exactly")).toBeVisible();
  await expect(framed.getByText(bill.deposit_address).first()).toBeVisible();
  const { headers } = await fetch(`${program.url}/sign-in`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-frame-options")).toBe("DENY");
  await context.close();
  shop.close();
});

test("the countdown shows near the end only; what ended says so and asks for no money", async ({
  page,
  counterpart,
}) => {
  const empty = await counterpart.bill({ ...btc, subaccount: "shop-1" });
  const short = await counterpart.bill({ ...btc, subaccount: "shop-1" });
  await counterpart.pay({ ...short, quantity: 0.001 });
  await page.goto(`/pay/${empty.paymentId}`);
  await expect(page.getByText(/price held until/)).toBeVisible();
  await expect(page.getByText("Time left")).toHaveCount(0);
  await counterpart.control("clock", { advanceMs: 16 * MINUTE_MS });
  await expect(page.getByText("Time left")).toBeVisible();
  await expectAccessible(page);
  await counterpart.control("clock", { advanceMs: 6 * MINUTE_MS });
  await expect(page.getByRole("heading", { name: "This payment has expired" })).toBeVisible();
  await expect(page.getByText(empty.deposit_address)).toHaveCount(0);
  await page.goto(`/pay/${short.paymentId}`);
  await expect(page.getByRole("heading", { name: "Not all of it arrived in time" })).toBeVisible();
  await expect(page.getByText("0.001 BTC of")).toBeVisible();
  await expectAccessible(page);
});

test("an unknown payment is a 404 in words, and as JSON to the page that asks", async ({ page, program }) => {
  const unknown = randomUUID();
  const shown = await page.request.get(`${program.url}/pay/${unknown}`);
  expect(shown.status()).toBe(404);
  expect(await shown.text()).toContain("Payment not found");
  const state = await page.request.get(`${program.url}/pay/${unknown}/state`);
  expect(state.status()).toBe(404);
  expect(await state.json()).toMatchObject({ code: "PAYMENT_NOT_FOUND" });
});
