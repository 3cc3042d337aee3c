import type { Page } from "playwright";
import type { Psp } from "#e2e/world/psp.ts";

const SEEN_MS = 15_000;

/** Pays bills one after the other and answers how long each deposit took to show on the open list, in milliseconds. */
export async function liveDelays(page: Page, psp: Psp, deposits: number): Promise<number[]> {
  const post = async (target: string, body: object) => (await psp({ method: "POST", target, body }))?.body ?? {};
  const bills = [];
  for (let at = 0; at < deposits; at += 1)
    bills.push(
      await post("/payment/v1/requestPaymentAddress", {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: 100,
        subaccount: "live",
      }),
    );
  await page.goto("/payments?range=today&subaccount=live");
  await page.getByRole("row").nth(deposits).waitFor();
  const delays: number[] = [];
  for (const bill of bills) {
    const row = page.getByRole("row").filter({ hasText: String(bill["paymentId"]).slice(-6) });
    const sentAt = performance.now();
    await post("/sandbox/v1/deposits", { address: bill["deposit_address"], quantity: bill["quantity"] });
    await row.getByText(/Detected|Processing|Completed/).waitFor({ timeout: SEEN_MS });
    delays.push(performance.now() - sentAt);
  }
  return delays;
}
