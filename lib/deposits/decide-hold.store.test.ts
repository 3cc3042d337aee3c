import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { payerState } from "#lib/payments/payer-state.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeHouseSettings, changeSettings } from "#e2e/world/change-settings.ts";
import { declineDeposit, releaseDeposit } from "./decide-hold.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.001" });
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const MINUTE = 60_000;
const LIFETIME = 20 * MINUTE;
const code = (code: string) => expect.objectContaining({ code });

/** A bill of example 1, paid in time with more than the account takes at once. */
async function heldBill(quantity?: string): Promise<MadeBill & { txId: string }> {
  const bill = await world.bill();
  await world.pay(bill, quantity ? Decimal.from(quantity) : bill.quantity);
  return { ...bill, txId: await txIdOf(bill) };
}

const txIdOf = async ({ paymentId }: MadeBill) => (await world.payment(paymentId)).deposits[0]?.txId ?? "";
const release = (txId: string) => releaseDeposit(world.ctx, { txId, note: "known payer" });

describe("a deposit above the account's limit (example 14)", () => {
  test("is held: received, pending, and no part of what is paid", async () => {
    const bill = await heldBill();
    const payment = await world.payment(bill.paymentId);
    expect(payment).toMatchObject({
      status: "PROCESSING",
      amountStatus: "UNPAID",
      labels: ["HELD"],
      quantityReceived: 0.00168351,
      quantityPending: 0.00168351,
      fiatReceived: 0,
    });
    expect(payment.deposits[0]).toMatchObject({ status: "HELD", reasonCode: "DEPOSIT_LIMIT", late: false });
    expect(payment.deposits[0]?.reason).toContain("0.001 BTC");
    expect(payment.deposits[0]?.reasonFacts).toEqual({ quantity: 0.00168351, limit: 0.001, parts: [] });
  });

  test("released within its grace is sold at P, wherever the market is", async () => {
    const bill = await heldBill();
    await world.price("BTC", "EUR", "30000");
    await world.later(9 * MINUTE);
    await release(bill.txId);
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      labels: [],
      fiatReceived: 100,
      deposits: [{ status: "CONVERTED", late: false, fills: [{ method: "RFQ", price: 59400 }] }],
    });
  });

  test.each([
    ["lower", "54000", 90, "FRESH", 53460],
    ["higher", "66000", 100, "RFQ", 59400],
  ])(
    "released after it, the market %s, is sold at the lower price, and never late",
    async (_, bid, fiat, method, price) => {
      const bill = await heldBill();
      await world.price("BTC", "EUR", bid);
      await world.later(LIFETIME + 121 * MINUTE);
      await release(bill.txId);
      const payment = await world.payment(bill.paymentId);
      expect(payment).toMatchObject({
        status: "COMPLETED",
        amountStatus: "PAID",
        labels: [],
        fiatReceived: fiat,
        deposits: [{ status: "CONVERTED", late: false, fills: [{ method, price, fiat }] }],
      });
      expect(payment.deposits[0]?.reason).toContain("was released from its hold only");
    },
  );

  test("uses up what the bill asks for, but stands outside its sums at P (example 17 f)", async () => {
    const bill = await world.bill();
    await world.pay(bill, Decimal.from("0.0009"));
    await world.pay(bill, Decimal.from("0.00078351"));
    const held = (await world.payment(bill.paymentId)).deposits[1];
    expect(held).toMatchObject({ status: "HELD", reasonFacts: { limit: 0.001, inAll: 0.00168351 } });
    expect(held?.reason).toBe(
      "0.00078351 BTC brings the total received to 0.00168351 BTC, above the account's limit of 0.001 BTC.",
    );
    await world.price("BTC", "EUR", "54000");
    await world.later(11 * MINUTE);
    await release(held?.txId ?? "");
    await world.pay(bill, Decimal.from("0.00000546"));
    const { deposits, ...payment } = await world.payment(bill.paymentId);
    expect(deposits.map(({ fills }) => fills.map(({ method, fiat }) => [method, fiat]))).toEqual([
      [["RFQ", 53.46]],
      [["FRESH", 41.88]],
      [],
    ]);
    expect(payment).toMatchObject({ fiatReceived: 95.34, quantityConverted: 0.00168351 });
  });

  test("kept less τ once, of all that is kept, where neither what the bill asks for nor what is over is sold", async () => {
    await changeSettings(world.ctx, { "depositLimit.USDT": "10" });
    await world.price("USDT", "JPY", "150.25");
    const terms = { cryptoType: "USDT", fiat: "JPY", fiatReceivable: Decimal.from("10000"), strategy: "LMT" } as const;
    const bill = await world.bill({ ...terms, limitPrice: Decimal.from("148") });
    await world.pay(bill, Decimal.from("80.000002"), "eth");
    await world.price("USDT", "JPY", "149.3");
    await world.later(11 * MINUTE);
    await release(await txIdOf(bill));
    // floor(80.000002 × 0.5 %) is 0.4; of the two parts, each rounded alone, it would be 0.33614 + 0.063859.
    expect(await world.payment(bill.paymentId)).toMatchObject({ feeQuantity: 0.4, quantityUnconverted: 79.600002 });
    await changeSettings(world.ctx, { "depositLimit.USDT": "default" });
  });

  test("is not held at the limit itself, nor in another crypto", async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("59.4") });
    await world.pay(bill, Decimal.from("0.001"));
    expect(await world.payment(bill.paymentId)).toMatchObject({ amountStatus: "PAID", labels: [], fiatReceived: 59.4 });
    const usdt = await world.retained("5000", { cryptoType: "USDT" });
    expect(await world.payment(usdt.paymentId)).toMatchObject({ labels: [], deposits: [{ status: "CREDITED" }] });
  });

  test("released while there is no fresh price waits for one with what is over", async () => {
    const bill = await heldBill("0.0025");
    await world.stale("BTC", "EUR");
    await world.later(MINUTE);
    await release(bill.txId);
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PROCESSING",
      amountStatus: "OVERPAID",
      fiatReceived: 100,
      quantityPending: 0.00081649,
      deposits: [{ status: "PROCESSING" }],
    });
    await world.price("BTC", "EUR", "50000");
    await world.later(2_000);
    await world.settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      quantityPending: 0,
      fiatReceived: 140.41,
      deposits: [{ status: "CONVERTED", fills: [{ method: "RFQ" }, { method: "FRESH", price: 49500, fiat: 40.41 }] }],
    });
  });

  test("past its grace and without a price all of it waits, then it is kept", async () => {
    const bill = await heldBill("0.0025");
    await world.later(11 * MINUTE);
    await world.stale("BTC", "EUR");
    await release(bill.txId);
    expect(await world.payment(bill.paymentId)).toMatchObject({ quantityPending: 0.0025, fiatReceived: 0 });
    await world.price("BTC", "EUR", "50000");
    await world.later(2_000);
    await world.settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityPending: 0,
      fiatReceived: 123.74,
      deposits: [{ status: "CONVERTED", fills: [{ fiat: 83.33 }, { fiat: 40.41 }] }],
    });
    const other = await heldBill("0.0025");
    await world.later(11 * MINUTE);
    await world.stale("BTC", "EUR");
    await release(other.txId);
    await world.later(15 * MINUTE);
    await world.settle();
    expect(await world.payment(other.paymentId)).toMatchObject({
      quantityPending: 0,
      quantityUnconverted: 0.0025,
      deposits: [{ status: "CREDITED", reasonCode: "CONVERSION_FAILED" }],
    });
  });
});

describe("a deposit above the house's cap (example 17 e)", () => {
  const GUARANTEE = 120 * MINUTE;

  /** Above both limits; whose it is stays as it was, whatever is set later. */
  async function cappedBill() {
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    const bill = await heldBill();
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    return bill;
  }
  const releasedAt = async (bill: MadeBill & { txId: string }, at: number) => {
    await world.price("BTC", "EUR", "54000");
    await world.later(at - (await world.ctx.now()).getTime());
    await release(bill.txId);
    return (await world.payment(bill.paymentId)).deposits[0]?.fills;
  };

  test("says so, and gets the bill's price until its guarantee ends, not for the account's grace alone", async () => {
    const bill = await cappedBill();
    const held = (await world.payment(bill.paymentId)).deposits[0];
    expect(held).toMatchObject({
      status: "HELD",
      reason: "0.00168351 BTC is above the operator's limit of 0.0012 BTC for one deposit.",
      reasonFacts: { quantity: 0.00168351, limit: 0.0012, byHouse: true, parts: [] },
    });
    expect(await releasedAt(bill, bill.expiryTime + GUARANTEE - MINUTE)).toMatchObject([
      { method: "RFQ", price: 59400, fiat: 100 },
    ]);
  });

  test("gets the lower of it and a fresh one after that", async () => {
    const bill = await cappedBill();
    expect(await releasedAt(bill, bill.expiryTime + GUARANTEE + 1)).toMatchObject([
      { method: "FRESH", price: 53460, fiat: 90 },
    ]);
  });

  test("is the account's where only its own limit is below it", async () => {
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    const bill = await heldBill("0.0012");
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    expect((await world.payment(bill.paymentId)).deposits[0]?.reasonFacts).toEqual({
      quantity: 0.0012,
      limit: 0.001,
      parts: [],
    });
    expect(await releasedAt(bill, bill.expiryTime)).toMatchObject([{ method: "FRESH", price: 53460 }]);
  });
});

test("held or not, what was seen after expiry is late from its sighting on", async () => {
  const late = async ({ paymentId }: MadeBill) => (await world.payment(paymentId)).deposits[0];
  const bill = await world.bill();
  const usdt = await world.bill({ cryptoType: "USDT" });
  await world.later(LIFETIME + 1);
  await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity });
  await sendDeposit(world.ctx, { address: usdt.deposit_address, quantity: Decimal.from("7"), cryptoType: "USDC" });
  await world.settle();
  for (const each of [bill, usdt]) expect(await late(each)).toMatchObject({ status: "UNCONFIRMED", late: true });
  for (const network of ["bitcoin", "eth"] as const) await mineBlocks(world.ctx, { network, count: 20 });
  await world.settle();
  for (const each of [bill, usdt]) expect(await late(each)).toMatchObject({ status: "HELD", late: true });
  expect((await world.payment(bill.paymentId)).labels).toEqual(["HELD"]);
  await declineDeposit(world.ctx, { txId: await txIdOf(usdt), note: "pay it back" });
  expect(await late(usdt)).toMatchObject({ status: "DECLINED", late: true });
  await release(await txIdOf(bill));
  expect(await late(bill)).toMatchObject({ status: "CREDITED", reasonCode: "BILL_EXPIRED", late: true });
});

describe("declining", () => {
  test("leaves the money pending, outside of what is paid, and is final", async () => {
    const bill = await heldBill();
    const { text } = await declineDeposit(world.ctx, { txId: bill.txId, note: "sanctions" });
    const record = JSON.parse(text);
    expect(record).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      labels: [],
      quantityPending: 0.00168351,
      deposits: [{ status: "DECLINED", reasonCode: "DEPOSIT_LIMIT" }],
    });
    await expect(release(bill.txId)).rejects.toEqual(code("INVALID_STATE"));
    await expect(declineDeposit(world.ctx, { txId: bill.txId, note: "again" })).rejects.toEqual(code("INVALID_STATE"));
    const written = await world.ctx.db.audit.findMany({ where: { objectId: bill.txId }, orderBy: { seq: "asc" } });
    expect(written.map(({ action, detail }) => [action, detail])).toEqual([["deposit.decline", { note: "sanctions" }]]);
  });

  test("has the payer asked for all of it again, not for what is missing to the money that goes back", async () => {
    const bill = await heldBill("0.0012");
    const payerRecord = async () => writeJson(await payerState(world.ctx, { paymentId: bill.paymentId }));
    expect(await payerRecord()).toMatch(/"quantity":0.00168351,"quantityReceived":0,.*"status":"PROCESSING"/);
    await declineDeposit(world.ctx, { txId: bill.txId, note: "unknown sender" });
    expect(await payerRecord()).toMatch(
      /"quantity":0.00168351,"quantityReceived":0,.*"status":"PENDING","amountStatus":"UNPAID"/,
    );
    await world.pay(bill, Decimal.from("0.001"));
    expect(await payerRecord()).toMatch(/"quantityReceived":0.001,.*"amountStatus":"PARTIAL"/);
  });

  test("lets a bill that is paid otherwise complete", async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("59.4") });
    await world.pay(bill, Decimal.from("0.001"));
    await world.pay(bill, Decimal.from("0.002"));
    const before = await world.payment(bill.paymentId);
    expect(before).toMatchObject({ status: "PROCESSING", amountStatus: "PAID", labels: ["MULTIPLE", "HELD"] });
    const held = before.deposits.find(({ status }) => status === "HELD");
    await declineDeposit(world.ctx, { txId: held?.txId ?? "", note: "no" });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      labels: [],
    });
  });
});

describe("the wrong asset", () => {
  test("cannot be released, only declined", async () => {
    const bill = await world.bill({ cryptoType: "USDT" });
    const wrong = { address: bill.deposit_address, quantity: Decimal.from("7"), cryptoType: "USDC" } as const;
    await sendDeposit(world.ctx, wrong);
    await world.settle();
    await mineBlocks(world.ctx, { network: "eth", count: 20 });
    await world.settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PENDING",
      quantityReceived: 0,
      labels: ["HELD", "WRONG_ASSET"],
      deposits: [
        {
          status: "HELD",
          reasonCode: "WRONG_ASSET",
          reasonFacts: { quantity: 7, network: "eth", billCryptoType: "USDT", billNetworkType: "eth", parts: [] },
          cryptoType: "USDC",
          quantityPending: 7,
        },
      ],
    });
    const txId = await txIdOf(bill);
    await expect(release(txId)).rejects.toEqual(code("INVALID_STATE"));
    await declineDeposit(world.ctx, { txId, note: "pay it back" });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      labels: ["WRONG_ASSET"],
      deposits: [{ status: "DECLINED" }],
    });
  });
});

test("an unknown deposit, a foreign one and one that is not held are refused", async () => {
  const bill = await heldBill();
  const missing = { code: "NOT_FOUND", message: "There is no deposit with this txId." };
  await expect(releaseDeposit(world.other, { txId: bill.txId, note: "n" })).rejects.toMatchObject(missing);
  await expect(release("0190a000-0000-7000-8000-000000000000")).rejects.toMatchObject(missing);
  await expect(release("nothing")).rejects.toMatchObject(missing);
  await release(bill.txId);
  await expect(release(bill.txId)).rejects.toEqual(code("INVALID_STATE"));
});
