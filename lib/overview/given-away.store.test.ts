import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { setMarketBook } from "#lib/sandbox/market-controls.ts";
import { getGivenAway, saveGivenAway } from "./get-given-away.ts";

// What a price was worth when it was used, and when it was not, to the cent (rulebook 4.18, 4.19).

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ctx = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const of = (text: string) => Decimal.from(text);
async function rowOf(subaccount: string) {
  const { data } = await getGivenAway(ctx, {});
  const rows = data.filter((row) => row.subaccount === subaccount);
  expect(rows).toHaveLength(1);
  return JSON.parse(JSON.stringify(rows[0])) as Record<string, unknown>;
}
/** A bill at 59 400, used when the market is at `market`. */
async function used(subaccount: string, market: string, quantity?: string): Promise<void> {
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill({ subaccount });
  await world.price("BTC", "EUR", market);
  await world.pay(bill, quantity === undefined ? bill.quantity : of(quantity));
}
async function unused(subaccount: string, market: string): Promise<void> {
  await world.price("BTC", "EUR", "60000");
  await world.bill({ subaccount });
  await world.price("BTC", "EUR", market);
  await world.later(1_201_000);
  await world.settle();
}
/** Past every guarantee, and nothing is promised any more. */
async function allOver(): Promise<void> {
  await world.later(8_500_000);
  await world.settle();
}

describe("what a promised price gave away", () => {
  test("is what was credited beyond what the market would have brought, rounded down, and never below 0", async () => {
    // 0.00168351 at 54 000 are 90.90954: 100.00 - 90.90.
    await used("fallen", "54000");
    expect(await rowOf("fallen")).toMatchObject({
      account: "acme",
      asset: "BTC",
      fiat: "EUR",
      bills: 1,
      promised: "100",
      paid: "100",
      market: "90.9",
      givenAway: "9.1",
      unused: "0",
      unmeasured: "0",
    });
    await used("risen", "66000");
    expect(await rowOf("risen")).toMatchObject({ paid: "100", market: "111.11", givenAway: "0" });
    // What one part gives away another's gain does not take back.
    await world.price("BTC", "EUR", "60000");
    const bill = await world.bill({ subaccount: "both" });
    await world.price("BTC", "EUR", "54000");
    await world.pay(bill, of("0.001"));
    await world.price("BTC", "EUR", "66000");
    await world.pay(bill, of("0.00068351"));
    // 59.40 - 54.00, and 40.60 against 45.11.
    expect(await rowOf("both")).toMatchObject({ paid: "100", market: "99.11", givenAway: "5.4" });
  });

  test("is measured at the quantity, however deep the book has to be walked", async () => {
    await world.price("BTC", "EUR", "60000");
    const bill = await world.bill({ subaccount: "deep" });
    const levels = [
      { price: of("60000"), quantity: of("0.001") },
      { price: of("30000"), quantity: of("1") },
    ];
    await setMarketBook(ctx, { base: "BTC", quote: "EUR", levels });
    await world.pay(bill, bill.quantity);
    // 60.00 and 0.00068351 at 30 000: 80.5053, by the bid rounded down.
    expect(await rowOf("deep")).toMatchObject({ paid: "100", market: "80.5", givenAway: "19.5" });
    await setMarketBook(ctx, { base: "BTC", quote: "EUR", levels: [] });
  });

  test("says what it could not measure, and what was never paid once its promise is over", async () => {
    await world.price("BTC", "EUR", "60000");
    const bill = await world.bill({ subaccount: "dark" });
    await world.stale("BTC", "EUR");
    await world.pay(bill, bill.quantity);
    expect(await rowOf("dark")).toMatchObject({ paid: "100", market: "0", givenAway: "0", unmeasured: "100" });
    await unused("idle", "60000");
    expect(await rowOf("idle")).toMatchObject({ bills: 1, paid: "0", unusedBills: 1, unused: "100" });
    await world.bill({ subaccount: "as-is", strategy: "RAI" });
    expect((await getGivenAway(ctx, {})).data.map(({ subaccount }) => subaccount)).not.toContain("as-is");
  });

  test("is taken back with the sale, and stands in the file as in the answer", async () => {
    const text = new TextDecoder().decode((await saveGivenAway(ctx, {})).bytes as Uint8Array);
    const [head, ...lines] = text.trimEnd().split("\r\n");
    expect(head).toBe(
      "day,account,subaccount,asset,fiat,bills,promised,paid,market,unusedBills,unused,givenAway,unmeasured",
    );
    expect(lines).toHaveLength((await getGivenAway(ctx, {})).data.length);
    expect(lines.find((line) => line.includes(",fallen,"))).toMatch(/,acme,fallen,BTC,EUR,1,100,100,90.9,0,0,9.1,0$/);
    await world.app.database.pool.query(
      "update fill set reversed_at = now() where bill_id in (select id from bill where subaccount = 'fallen')",
    );
    expect(await rowOf("fallen")).toMatchObject({ paid: "0", givenAway: "0" });
    await world.app.database.pool.query(
      "update fill set reversed_at = null where bill_id in (select id from bill where subaccount = 'fallen')",
    );
  });

  test("refuses a range that ends before it begins, or is longer than 90 days", async () => {
    await expect(getGivenAway(ctx, { startTime: new Date(2e12), endTime: new Date(2e12 - 1) })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const days = 90 * 86_400_000;
    await expect(
      getGivenAway(ctx, { startTime: new Date(1e12), endTime: new Date(1e12 + days + 1) }),
    ).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await getGivenAway(ctx, { startTime: new Date(1e12), endTime: new Date(1e12 + days) });
  });
});

test("a subaccount that pays only when the market is below its price is named, a shop is not", async () => {
  for (let nth = 0; nth < 5; nth += 1) {
    await used("sharp", "54000");
    await unused("sharp", "66000");
    await used("shop", "66000");
    await unused("shop", "66000");
  }
  await allOver();
  expect((await getGivenAway(ctx, {})).oneSided).toEqual([
    { account: "acme", subaccount: "sharp", paid: 5, paidBelow: 5, unpaid: 5, unpaidAbove: 5 },
  ]);
});
