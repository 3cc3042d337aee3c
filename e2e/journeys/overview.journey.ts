import { randomUUID } from "node:crypto";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const OVERVIEW = "/?fiat=EUR";
const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 };
const ownShop = () => `shop-${randomUUID().slice(0, 8)}`;

test("what happens shows by itself, and every tab hears it over one connection", async ({
  page,
  context,
  counterpart,
}) => {
  await signIn(page, OVERVIEW);
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("status")).toContainText("Live");
  const second = await context.newPage();
  const streams: string[] = [];
  second.on("request", (request) => request.url().includes("/stream") && streams.push(request.url()));
  await second.goto("/payments?range=7d");
  await expect(second.getByRole("banner").getByRole("status")).toContainText("Live");

  const subaccount = ownShop();
  await counterpart.bill({ ...btc, subaccount });
  await expect(second.getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" })).toContainText(subaccount);
  expect(streams).toEqual([]);

  await page.close();
  await expect.poll(() => streams.length).toBe(1);
  await expect(second.getByRole("banner").getByRole("status")).toContainText("Live");
});

test("what is due first leads to exactly its case, and late money that was held is among the others", async ({
  page,
  counterpart,
}) => {
  const subaccount = ownShop();
  const bill = await counterpart.bill({ ...btc, fiatReceivable: 900_000, subaccount });
  await counterpart.control("clock", { advanceMs: 3 * 3_600_000 });
  await counterpart.pay(bill);
  await signIn(page, OVERVIEW);
  const first = page
    .getByRole("region", { name: "Needs action" })
    .getByRole("link", { name: /^\S.* overdue .* Unassigned .*EUR$/ })
    .first();
  const href = (await first.getAttribute("href")) ?? "";
  await first.click();
  await page.waitForURL((url) => url.pathname + url.search === href);
  await expect(page.getByRole("complementary")).toContainText("overdue");
  const late = page.getByRole("listitem").filter({ hasText: bill.paymentId.slice(-6) });
  await expect(late.first()).toContainText("Late, held as crypto");
  await late.first().getByRole("link").first().click();
  await page.waitForURL(/\/exceptions\?case=late-/);
  await expect(page.getByRole("complementary")).toContainText("arrived late");
});

test("the chart is walked by keyboard and has the same numbers as a table", async ({ page }) => {
  await signIn(page, OVERVIEW);
  const received = page.getByRole("region", { name: "Received", exact: true });
  const bars = received.getByRole("slider");
  await bars.focus();
  await page.keyboard.press("ArrowLeft");
  const valueText = await bars.getAttribute("aria-valuetext");
  const amount = /: (\S+)\sEUR converted/.exec(valueText ?? "")?.[1] ?? "";
  await received.getByRole("button", { name: "Table" }).click();
  await expect(received.getByRole("row").nth(2)).toContainText(amount);

  const times = page.getByRole("region", { name: "Time to fiat" });
  const plot = times.getByRole("slider");
  await expect(plot).toHaveAttribute("aria-valuetext", /median .+, p95/);
  const median = /median (.+?), p95/.exec((await plot.getAttribute("aria-valuetext")) ?? "")?.[1];
  await plot.focus();
  await page.keyboard.press("Home");
  await expect(plot).toHaveAttribute("aria-valuenow", "0");
  await times.getByRole("button", { name: "Table" }).click();
  await expect(times.getByRole("row").nth(1)).toContainText(String(median));
  await expectAccessible(page);
});
