import { randomUUID } from "node:crypto";
import { signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

const btc = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 };
const AWAY_MS = 60_000;

test.use({ expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/ });
test("a minute without the network loses nothing and doubles nothing", async ({ page, context, counterpart }) => {
  const subaccount = `shop-${randomUUID().slice(0, 8)}`;
  const before = [
    await counterpart.bill({ ...btc, subaccount }),
    await counterpart.bill({ ...btc, subaccount, strategy: "RAI" }),
  ];
  await page.clock.install();
  await signIn(page, `/payments?range=7d&subaccount=${subaccount}`);
  const dot = page.getByRole("banner").getByRole("status");
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  const rowOf = (id: string) => rows.filter({ hasText: id.slice(-6) });
  await expect(dot).toContainText("Live");
  await expect(rows).toHaveCount(2);

  await context.setOffline(true);
  await page.clock.fastForward(AWAY_MS / 2);
  await page.clock.fastForward(AWAY_MS / 4);
  await expect(dot).toContainText("Reconnecting");
  const meanwhile = [await counterpart.bill({ ...btc, subaccount }), await counterpart.bill({ ...btc, subaccount })];
  for (const bill of [...before, ...meanwhile]) await counterpart.pay(bill);
  await page.clock.fastForward(AWAY_MS / 4);
  await expect(dot).not.toContainText("Live");
  await expect(rows.filter({ hasText: "Completed" })).toHaveCount(0);

  await context.setOffline(false);
  await page.clock.fastForward(AWAY_MS / 2);
  await expect(dot).toContainText("Live");
  for (const { paymentId } of before) await expect(rowOf(paymentId)).toContainText("Completed");
  await expect(rows, "no row moves by itself").toHaveCount(2);
  await page.getByRole("button", { name: "2 new" }).click();
  await expect(rows).toHaveCount(4);
  for (const { paymentId } of meanwhile) await expect(rowOf(paymentId)).toContainText("Completed");
  for (const { paymentId } of [...before, ...meanwhile]) {
    await expect(rowOf(paymentId)).toHaveCount(1);
    await expect(rowOf(paymentId)).toContainText("Paid");
  }

  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(page.getByText(/^4 (of 4 )?shown$/)).toBeVisible();
});
