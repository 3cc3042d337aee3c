import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
beforeEach(() => changeSettings(world.ctx, { "confirmations.BTC": "2,1000:3,50000:6", "depositLimit.BTC": "default" }));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world?.close());

const send = (bill: MadeBill, quantity: string) =>
  sendDeposit(world.ctx, { address: bill.deposit_address, quantity: Decimal.from(quantity) });
const mine = async (count = 1) => {
  for (let mined = 0; mined < count; mined += 1) {
    await mineBlocks(world.ctx, { network: "bitcoin", count: 1 });
    await world.settle();
  }
};
const deposits = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits;
const needs = async (bill: MadeBill) => (await deposits(bill)).map((each) => each.confirmationsRequired);
const statuses = async (bill: MadeBill) => (await deposits(bill)).map(({ status }) => status);
const bill600 = () => world.bill({ fiatReceivable: Decimal.from("600") });
const SOLD = { fiatReceived: 54_647.99, quantityConverted: 0.92, amountStatus: "OVERPAID" };

describe("confirmations by running sum (example 18)", () => {
  test("(a) one block each: all wait for what the sum needs", async () => {
    const bill = await bill600();
    await send(bill, "0.01");
    await mine();
    expect(await needs(bill)).toEqual([2]);
    await send(bill, "0.01");
    await mine();
    expect(await needs(bill)).toEqual([3, 3]);
    expect(await statuses(bill)).toEqual(["UNCONFIRMED", "UNCONFIRMED"]);
    await send(bill, "0.9");
    await mine();
    expect(await needs(bill)).toEqual([6, 6, 6]);
    await mine(2);
    expect(await statuses(bill)).toEqual(["UNCONFIRMED", "UNCONFIRMED", "UNCONFIRMED"]);
    for (const treated of [1, 2, 3]) {
      await mine();
      expect((await statuses(bill)).filter((status) => status === "CONVERTED")).toHaveLength(treated);
    }
    expect(await world.payment(bill.paymentId)).toMatchObject(SOLD);
    expect((await deposits(bill)).map(({ fiatReceived }) => fiatReceived)).toEqual([594, 593.99, 53_460]);
  });

  test("(b) what was treated before is never reopened", async () => {
    const bill = await bill600();
    await send(bill, "0.01");
    await mine(2);
    expect(await statuses(bill)).toEqual(["CONVERTED"]);
    await send(bill, "0.01");
    await mine();
    expect(await needs(bill)).toEqual([2, 3]);
    await send(bill, "0.9");
    await mine();
    expect(await needs(bill)).toEqual([2, 6, 6]);
    await mine(4);
    expect(await statuses(bill)).toEqual(["CONVERTED", "CONVERTED", "UNCONFIRMED"]);
    await mine();
    expect(await world.payment(bill.paymentId)).toMatchObject(SOLD);
  });

  test("(c) all in one block need what they come to in all", async () => {
    const bill = await bill600();
    for (const quantity of ["0.01", "0.01", "0.9"]) await send(bill, quantity);
    await mine(5);
    expect([await needs(bill), await statuses(bill)]).toEqual([
      [6, 6, 6],
      ["UNCONFIRMED", "UNCONFIRMED", "UNCONFIRMED"],
    ]);
    await mine();
    expect(await world.payment(bill.paymentId)).toMatchObject(SOLD);
  });

  test("(d) a bill that asks for more needs more from the start", async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("1200") });
    await send(bill, "0.01");
    await mine();
    expect(await needs(bill)).toEqual([3]);
  });

  test("sixty small payments on one bill need what one large one does: review 10", async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("1") });
    for (let sent = 0; sent < 60; sent += 1) await send(bill, "0.015");
    await mine(5);
    expect(new Set(await statuses(bill))).toEqual(new Set(["UNCONFIRMED"]));
    expect(new Set(await needs(bill))).toEqual(new Set([6]));
  });

  test("outputs of one transaction count as one, also over bills", async () => {
    const [one, other] = [await bill600(), await bill600()];
    const { txHash } = await send(one, "0.01");
    const { txHash: second } = await send(other, "0.01");
    await world.app.database.pool.query(
      "update sandbox_transfer set tx_hash = $1, output_index = 1 where tx_hash = $2",
      [txHash, second],
    );
    await world.settle();
    expect([await needs(one), await needs(other)]).toEqual([[3], [3]]);
  });

  test("a block's sum over bills counts where the house has tiers for it", async () => {
    const pay = async () => {
      const [one, other] = [await bill600(), await bill600()];
      await send(one, "0.01");
      await send(other, "0.01");
      await mine();
      return [await needs(one), await needs(other)].flat();
    };
    expect(await pay()).toEqual([2, 2]);
    await changeSettings(world.ctx, { "confirmationsPerBlock.BTC": "1,1000:5" });
    expect(await pay()).toEqual([5, 5]);
    await changeSettings(world.ctx, { "confirmationsPerBlock.BTC": "default" });
  });

  test("a bill keeps the tiers it was made with", async () => {
    const bill = await bill600();
    await changeSettings(world.ctx, { "confirmations.BTC": "1" });
    await send(bill, "0.9");
    await mine();
    expect(await needs(bill)).toEqual([6]);
  });
});

describe("several blocks that are taken at once", () => {
  /** (a) or (b) of example 18 and all its blocks, before anybody looks at the chain. */
  const catchUp = async (bill: MadeBill, apart: number[]) => {
    for (const [at, quantity] of ["0.01", "0.01", "0.9"].entries()) {
      await send(bill, quantity);
      await mineBlocks(world.ctx, { network: "bitcoin", count: apart[at] ?? 1 });
    }
    await mineBlocks(world.ctx, { network: "bitcoin", count: 8 });
    await world.settle();
  };
  test.each([
    ["(a)", [1, 1, 1], [6, 6, 6], ["HELD", "HELD", "HELD"]],
    ["(b)", [2, 1, 1], [2, 6, 6], ["CONVERTED", "HELD", "HELD"]],
  ] as const)("%s: need and become what they do one by one", async (_, apart, needed, became) => {
    const bill = await bill600();
    await catchUp(bill, [...apart]);
    expect(await needs(bill)).toEqual(needed);
    expect(await world.payment(bill.paymentId)).toMatchObject(SOLD);
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.5" });
    const limited = await bill600();
    await catchUp(limited, [...apart]);
    expect([await needs(limited), await statuses(limited)]).toEqual([needed, became]);
  });
});

describe("the limit of a deposit, by running sum", () => {
  beforeEach(() => changeSettings(world.ctx, { "depositLimit.BTC": "0.5" }));
  const sendAll = async (bill: MadeBill, apart: number[]) => {
    for (const [at, quantity] of ["0.01", "0.01", "0.9"].entries()) {
      await send(bill, quantity);
      await mine(apart[at]);
    }
    await mine(8);
    return statuses(bill);
  };
  test("holds all that is not treated when the sum is above it", async () => {
    expect(await sendAll(await bill600(), [1, 1, 1])).toEqual(["HELD", "HELD", "HELD"]);
    expect(await sendAll(await bill600(), [0, 0, 1])).toEqual(["HELD", "HELD", "HELD"]);
    expect(await sendAll(await bill600(), [2, 1, 1])).toEqual(["CONVERTED", "HELD", "HELD"]);
  });
  test("is no limit for each of nine parts of it: review 10", async () => {
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.02", "confirmations.BTC": "2" });
    const bill = await world.bill({ fiatReceivable: Decimal.from("1") });
    for (let sent = 0; sent < 9; sent += 1) await send(bill, "0.0199");
    await mine(2);
    expect(new Set(await statuses(bill))).toEqual(new Set(["HELD"]));
    expect((await deposits(bill))[0]?.reasonFacts).toMatchObject({ quantity: 0.0199, limit: 0.02, inAll: 0.1791 });
  });
  test("is the one the bill was made with", async () => {
    const bill = await world.bill();
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.0001" });
    await send(bill, "0.00168351");
    await mine(2);
    expect(await statuses(bill)).toEqual(["CONVERTED"]);
  });
});
