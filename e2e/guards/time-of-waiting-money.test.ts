import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MadeBill } from "#e2e/world/api.ts";
import { findBillsToSettle } from "#lib/deposits/settle-deposits.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const LIFETIME = 1_200_000;
const WAIT = 900_000;
const GRACE = 600_000;
const RETRY = 1_000;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(async () => {
  expect(await world?.api.broken()).toEqual([]);
  await world?.close();
});

const depositOf = async (bill: MadeBill) => {
  const [deposit] = (await world.payment(bill)).deposits;
  if (!deposit) throw new Error("nothing has come");
  return deposit;
};

describe("what is beyond a bill waits for a fresh price", () => {
  /** Twice what was asked for has come, and there is no price. */
  async function waiting(fiat = "EUR"): Promise<MadeBill> {
    const bill = await world.api.bill({ fiat });
    await world.api.control("prices", { base: "BTC", quote: fiat, stale: true });
    await world.pay(bill, bill.quantity * 2);
    expect(await depositOf(bill)).toMatchObject({ status: "PROCESSING", quantityPending: bill.quantity });
    return bill;
  }
  const fresh = () => world.api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });

  test("for fifteen minutes: a millisecond before it waits, then it is kept although a price has come", async () => {
    const bill = await waiting();
    await world.later(WAIT - 1);
    await world.work();
    expect(await depositOf(bill)).toMatchObject({ status: "PROCESSING" });
    await fresh();
    await world.later(1);
    await world.work();
    expect(await depositOf(bill)).toMatchObject({
      status: "CONVERTED",
      reasonCode: "CONVERSION_FAILED",
      quantityUnconverted: bill.quantity,
      quantityPending: 0,
    });
  });

  test("and holds up nothing of a pair that has one", async () => {
    await world.api.control("prices", { base: "BTC", quote: "GBP", price: 50_000 });
    const [first, second] = [await waiting("GBP"), await waiting()];
    await fresh();
    await world.later(RETRY);
    expect(await findBillsToSettle(world.worker, 1)).toEqual([second.paymentId]);
    await world.later(WAIT - RETRY - 1);
    expect(await findBillsToSettle(world.worker, 2)).toEqual([second.paymentId]);
    await world.later(1);
    expect(await findBillsToSettle(world.worker, 2)).toEqual(
      expect.arrayContaining([first.paymentId, second.paymentId]),
    );
    await world.work();
    expect(await depositOf(first)).toMatchObject({ reasonCode: "CONVERSION_FAILED" });
  });

  test("unless the venue takes so little at no price: that is kept at once", async () => {
    const bill = await world.api.bill();
    await world.api.control("prices", { base: "BTC", quote: "EUR", stale: true });
    await world.pay(bill, Math.round(bill.quantity * 1e8 + 1) / 1e8);
    expect(await depositOf(bill)).toMatchObject({
      status: "CONVERTED",
      reasonCode: "BELOW_MINIMUM",
      quantityPending: 0,
      quantityUnconverted: 0.00000001,
    });
    await fresh();
  });

  test("and is sold at one that comes in the last millisecond", async () => {
    const bill = await waiting();
    await world.later(WAIT - 1);
    await fresh();
    await world.work();
    expect((await depositOf(bill)).fills).toMatchObject([{ method: "RFQ" }, { method: "FRESH" }]);
  });

  test("looked for again after a second, no millisecond earlier", async () => {
    const bill = await waiting();
    await fresh();
    await world.later(RETRY - 1);
    await world.work();
    expect(await depositOf(bill)).toMatchObject({ status: "PROCESSING" });
    await world.later(1);
    await world.work();
    expect(await depositOf(bill)).toMatchObject({ status: "CONVERTED", quantityPending: 0 });
  });
});

test("what no book takes when it is released waits as long, and no millisecond longer for being looked at shortly before", async () => {
  await world.api.settings({ depositLimit: "0.0001" });
  const bill = await world.api.bill();
  await world.pay(bill);
  await world.api.settings({ depositLimit: "default" });
  await world.later(GRACE + 1);
  await world.api.control("book", { base: "BTC", quote: "EUR", levels: [{ price: 50_000, quantity: 0.001 }] });
  const { txId } = await depositOf(bill);
  expect((await world.api.post(`/manage/v1/deposits/${txId}/release`, { note: "known" })).status).toBe(200);
  await world.later(WAIT - 1);
  await world.work();
  expect(await depositOf(bill)).toMatchObject({ status: "PROCESSING", quantityPending: bill.quantity });
  await world.later(1);
  await world.work();
  expect(await depositOf(bill)).toMatchObject({ reasonCode: "CONVERSION_FAILED", quantityPending: 0 });
  await world.api.control("book", { base: "BTC", quote: "EUR", levels: [] });
  await world.api.plainPrices();
});

describe("a late payment under ACA", () => {
  test("is offered again a second after a refusal, no millisecond earlier, five times in all", async () => {
    const bill = await world.api.bill({ strategy: "ACA" });
    await world.later(LIFETIME + 1);
    await world.api.control("venue", { fault: "reject" });
    await world.pay(bill);
    const orders = async () =>
      (
        await world.clock.sql<{ count: number }>(
          "select count(*)::integer as count from venue_order o join deposit d on d.id = o.deposit_id where d.bill_id = $1",
          [bill.paymentId],
        )
      )[0]?.count;
    for (let placed = 1; placed < 5; placed += 1) {
      expect([await orders(), (await depositOf(bill)).status]).toEqual([placed, "PROCESSING"]);
      await world.later(RETRY - 1);
      await world.work();
      expect(await orders()).toBe(placed);
      await world.later(1);
      await world.work();
    }
    expect([await orders(), await depositOf(bill)]).toMatchObject([
      5,
      { status: "CREDITED", reasonCode: "CONVERSION_FAILED" },
    ]);
    await world.api.control("venue", { fault: "none" });
  });
});
