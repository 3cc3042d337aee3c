import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { getCase } from "#lib/cases/get-case.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isFarOff } from "#lib/liquidity/steady.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { findDepositsToSell, sellAtMarket } from "./market-order.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.fault("none");
  await world.price("USDT", "EUR", "0.92");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

/** A bill under ACA over 500 EUR whose exact payment, 548.967941 USDT on tron, comes after its end. */
async function late(quantity = "548.967941"): Promise<{ bill: MadeBill; txHash: string }> {
  const bill = await world.bill({
    cryptoType: "USDT",
    networkType: "tron",
    strategy: "ACA",
    feeModel: "EXPLICIT",
    fiatReceivable: Decimal.from("500"),
  });
  await world.later(21 * 60_000);
  return { bill, txHash: await world.pay(bill, Decimal.from(quantity), "tron") };
}

const deposit = async ({ paymentId }: MadeBill) => (await world.payment(paymentId)).deposits[0];
const orders = async ({ paymentId }: MadeBill) => {
  const { rows } = await world.app.database.pool.query<{ status: string }>(
    "select o.status from venue_order o join deposit d on d.id = o.deposit_id where d.bill_id = $1 order by o.created_at, o.id",
    [paymentId],
  );
  return rows.map(({ status }) => status);
};

test("a reference more than 2 % off the bid, to either side, is far off", () => {
  const bid = Decimal.from("100");
  expect(["98", "102", "100"].map((reference) => isFarOff(Decimal.from(reference), bid))).toEqual([
    false,
    false,
    false,
  ]);
  expect(["97.99999999", "102.00000001"].map((reference) => isFarOff(Decimal.from(reference), bid))).toEqual([
    true,
    true,
  ]);
});

describe("a late deposit under ACA", () => {
  test("is sold by market order, by spread whatever the bill's fee model", async () => {
    const { bill } = await late();
    const sold = await deposit(bill);
    expect(sold?.reason).toMatch(
      /^548\.967941 USDT \(tron\) arrived late, .* 548\.967941 USDT \(tron\) sold by market order at 0\.9108 EUR for 500\.00 EUR\.$/,
    );
    expect(sold?.reasonFacts).toEqual({
      quantity: 548.967941,
      lateBy: "SEEN",
      afterExpiryMs: Number(sold?.firstSeen) - Number((await world.payment(bill.paymentId)).expiryTime),
      parts: [{ outcome: "SOLD", method: "MARKET", quantity: 548.967941, price: 0.9108, fiat: 500 }],
    });
    expect(sold).toMatchObject({
      status: "CONVERTED",
      late: true,
      quantityConverted: 548.967941,
      quantityPending: 0,
      feeQuantity: 0,
      fills: [{ method: "MARKET", feeModel: "SPREAD", quantity: 548.967941, feeQuantity: 0, price: 0.9108, fiat: 500 }],
    });
    expect(await orders(bill)).toEqual(["FILLED"]);
  });

  test("is sold on until nothing is left, and booked as one sale", async () => {
    await world.fault("partial", 2);
    const { bill } = await late();
    const sold = await deposit(bill);
    expect(sold).toMatchObject({ status: "CONVERTED", quantityConverted: 548.967941, fiatReceived: 500 });
    expect(sold?.fills).toHaveLength(1);
    expect(await orders(bill)).toEqual(["FILLED", "FILLED", "FILLED"]);
  });

  test("keeps what five orders did not sell", async () => {
    await world.fault("reject");
    const { bill } = await late();
    expect(await deposit(bill)).toMatchObject({
      status: "CREDITED",
      reasonCode: "CONVERSION_FAILED",
      reasonFacts: { parts: [{ outcome: "KEPT", quantity: 548.967941, reasonCode: "CONVERSION_FAILED" }] },
      quantityUnconverted: 548.967941,
      feeQuantity: 0,
    });
    expect(await orders(bill)).toEqual(Array(5).fill("REFUSED"));
    await world.fault("partial");
    const { bill: partly } = await late();
    expect(await deposit(partly)).toMatchObject({ status: "CONVERTED", reasonCode: "CONVERSION_FAILED" });
    expect(await orders(partly)).toHaveLength(5);
  });

  test("stays pending while an order's outcome is unknown, and is booked when it is found", async () => {
    await world.fault("timeout-before-accept", 1);
    const { bill } = await late();
    expect(await deposit(bill)).toMatchObject({ status: "PROCESSING", quantityPending: 548.967941 });
    expect(await orders(bill)).toEqual(["OPEN"]);
    expect(await findDepositsToSell(world.ctx, 10)).toEqual([]);
    await world.later(25_000);
    await world.settle();
    expect(await orders(bill)).toEqual(["REFUSED", "FILLED"]);
    expect(await deposit(bill)).toMatchObject({ status: "CONVERTED", fiatReceived: 500 });

    await world.fault("timeout-after-accept", 1);
    const { bill: lost } = await late();
    expect(await deposit(lost)).toMatchObject({ status: "CONVERTED", fiatReceived: 500 });
    expect(await orders(lost)).toEqual(["FILLED"]);
  });

  test("waits for a fresh price before it is sold", async () => {
    const bill = await world.bill({ cryptoType: "USDT", networkType: "tron", strategy: "ACA" });
    await world.later(21 * 60_000);
    await world.stale("USDT", "EUR");
    await world.pay(bill, Decimal.from("50"), "tron");
    const txId = String((await deposit(bill))?.txId);
    const cases = async (ctx: Ctx) =>
      (await listCases(ctx, { kind: "NOT_SOLD" })).data.filter(({ caseId }) => caseId.endsWith(txId));
    const [anna, hugo] = [await personIn(world, "Anna"), await personOfHouse(world, "Hugo")];
    await world.later(14 * 60_000);
    expect(await cases(anna)).toEqual([]);
    await world.later(60_000);
    await world.settle();
    expect(await deposit(bill)).toMatchObject({ status: "PROCESSING", quantityPending: 50 });
    expect(await orders(bill)).toEqual([]);
    for (const ctx of [anna, hugo])
      expect(await cases(ctx)).toMatchObject([
        { cause: expect.stringMatching(/^50\.000000 USDT of a late deposit waits to be sold for EUR: /) },
      ]);
    const { options } = await getCase(anna, { caseId: `not-sold-${txId}` });
    expect(options?.map(({ code }) => code)).toEqual(["MEND", "WAIT"]);
    await world.price("USDT", "EUR", "0.91");
    await world.settle();
    expect(await deposit(bill)).toMatchObject({ status: "CONVERTED", fiatReceived: 45.04 });
    expect(await cases(anna)).toEqual([]);
  });

  test("that has no price holds up none of another pair, nor one that cannot be sold any other", async () => {
    await world.price("BTC", "EUR", "60000");
    const bills = await Promise.all([
      world.bill({ cryptoType: "BTC", strategy: "ACA" }),
      world.bill({ cryptoType: "USDT", networkType: "tron", strategy: "ACA" }),
      world.bill({ cryptoType: "USDT", networkType: "tron", strategy: "ACA" }),
    ]);
    await world.later(21 * 60_000);
    await world.stale("BTC", "EUR");
    await world.stale("USDT", "EUR");
    for (const bill of bills)
      await world.pay(bill, Decimal.from(bill === bills[0] ? "0.1" : "50"), bill === bills[0] ? "bitcoin" : "tron");
    const deposits = await Promise.all(bills.map(deposit));
    expect(deposits).toMatchObject(Array(3).fill({ status: "PROCESSING" }));
    const [, second, third] = deposits.map((each) => String(each?.txId));
    expect(await findDepositsToSell(world.ctx, 1)).toEqual([]);
    await world.price("USDT", "EUR", "0.92");
    expect(await findDepositsToSell(world.ctx, 1)).toEqual([second]);

    const dear = world.app.venues.map((venue) => ({
      ...venue,
      capabilities: () => ({ ...venue.capabilities(), minimum: () => Decimal.from("1000") }),
    }));
    const refused = contextFor({ ...world.app, venues: dear }, { actor: world.ctx.actor, requestId: "dear" });
    await expect(sellAtMarket(refused, String(second))).rejects.toMatchObject({ code: "VENUE_UNAVAILABLE" });
    expect(await findDepositsToSell(world.ctx, 1)).toEqual([third]);
    await world.settle();
    await world.price("BTC", "EUR", "60000");
    await world.settle();
    expect(await Promise.all(bills.map(deposit))).toMatchObject(Array(3).fill({ status: "CONVERTED" }));
  });

  test("under the venue's minimum is kept", async () => {
    const { bill } = await late("0.5");
    expect(await deposit(bill)).toMatchObject({
      status: "CREDITED",
      reasonCode: "BELOW_MINIMUM",
      quantityUnconverted: 0.5,
    });
  });

  test("that is reversed while its order is out leaves the sale to the house", async () => {
    await world.fault("timeout-before-accept", 1);
    const { bill, txHash } = await late();
    await reorganise(world.ctx, { network: "tron", depth: 25, drop: [txHash] });
    await world.settle();
    expect(await deposit(bill)).toMatchObject({ status: "DROPPED", quantityPending: 0, fiatReceived: 0 });
    await world.later(25_000);
    await world.settle();
    expect(await orders(bill)).toEqual(["REFUSED"]);
    expect(await deposit(bill)).toMatchObject({ status: "DROPPED", fiatReceived: 0 });
  });
});
