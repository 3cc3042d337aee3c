import { describe, expect, test } from "vitest";
import type { Api, MadeBill } from "#e2e/world/api.ts";
import { dayForEach, onTheDay } from "#e2e/world/examples.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { importList } from "#lib/screening/import-list.ts";
import { bytesOf, currency, ofacXml } from "#lib/screening/ofac.fixture.ts";

// The worked examples 14 and 17, held and released, played by calls to the millisecond.

const LISTED = "1FfmbHfnpaZjKFvyi1okTjJJusN455paPH";
let api: Api;
const at = dayForEach((opened) => {
  api = opened;
});

async function send({ deposit_address: address }: MadeBill, quantity: number, more: object = {}): Promise<void> {
  await api.control("deposits", { address, quantity, ...more });
  await api.settle();
}
async function bury(network = "bitcoin", count = 2): Promise<void> {
  await api.control("blocks", { network, count });
  await api.settle();
}
const depositOf = async ({ paymentId }: MadeBill, nth = 0) => {
  const found = (await api.payment(paymentId)).deposits[nth];
  if (!found) throw new Error("the bill has no such deposit");
  return found;
};
/** By the account's treasurer what its own limit holds, by the operator's compliance what the operator holds. */
async function release(bill: MadeBill, of: "manage" | "house" = "manage", nth = 0): Promise<void> {
  const { txId } = await depositOf(bill, nth);
  const who = of === "manage" ? await api.staff("treasurer") : await api.staffOfHouse("compliance");
  const done = await api.post(`/${of}/v1/deposits/${txId}/release`, { note: "known payer" }, who);
  expect([done.status, done.text]).toEqual([200, expect.any(String)]);
  await api.settle();
}
/** Who pays from this address is held by the operator. */
const screen = async () => {
  const { app } = api;
  const house = contextFor(app, { actor: { kind: "operator" }, account: await houseOf(app), requestId: "test" });
  const entry = { uid: "17", last: "EXAMPLE TRADING", ids: [currency("XBT", LISTED)] };
  await importList(house, bytesOf(ofacXml([entry], "01/05/2030")));
};
const fillsOf = async (bill: MadeBill) =>
  (await api.payment(bill.paymentId)).deposits.map(({ fills }) =>
    fills.map(({ method, price, fiat }) => [method, price, fiat]),
  );

describe("14: held", () => {
  /** A bill as example 1, made at 12:00, paid in time by somebody on the list. */
  async function heldByHouse(): Promise<MadeBill> {
    await screen();
    await at("12:00");
    const bill = await api.bill();
    expect([bill.price, bill.quantity, bill.expiryTime]).toEqual([59_400, 0.00168351, onTheDay("12:20")]);
    await at("12:10");
    await send(bill, 0.00168351, { sourceAddress: LISTED });
    await bury();
    return bill;
  }

  test("while held, all of it is received and pending, and nothing is paid", async () => {
    const bill = await heldByHouse();
    expect(await api.payment(bill.paymentId)).toMatchObject({
      status: "PROCESSING",
      amountStatus: "UNPAID",
      labels: ["HELD"],
      quantityReceived: 0.00168351,
      quantityPending: 0.00168351,
      quantityConverted: 0,
      feeQuantity: 0,
      fiatReceived: 0,
      deposits: [{ status: "HELD", reasonCode: "SCREENING", late: false }],
    });
  });

  test.each([
    ["13:10", "54000", "RFQ", 59_400, 100],
    ["14:21", "60000", "RFQ", 59_400, 100],
    ["14:21", "58000", "FRESH", 57_420, 96.66],
  ])("released at %s, the bid %s: %s at %d, %d", async (time, bid, method, price, fiat) => {
    const bill = await heldByHouse();
    await at(time, bid);
    await release(bill, "house");
    expect(await fillsOf(bill)).toEqual([[[method, price, fiat]]]);
    expect(await api.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      labels: [],
      quantityReceived: 0.00168351,
      quantityConverted: 0.00168351,
      fiatReceived: fiat,
    });
  });
});

describe("17: held and released", () => {
  /** Made at 12:00, seen at 12:01, confirmed at 12:05:00.000. */
  async function held(more: object, ...quantities: readonly number[]): Promise<MadeBill> {
    await at("12:00");
    const bill = await api.bill({ fiatReceivable: 10_000 });
    expect([bill.price, bill.quantity]).toEqual([59_400, 0.16835017]);
    await at("12:01");
    for (const quantity of quantities) await send(bill, quantity, more);
    await at("12:05");
    await bury();
    return bill;
  }

  test.each([
    ["a", "12:15:00.000", "54000", "RFQ", 59_400, 10_000],
    ["b", "12:15:00.001", "54000", "FRESH", 53_460, 9_000],
    ["b", "13:00", "54000", "FRESH", 53_460, 9_000],
    ["c", "13:00", "66000", "RFQ", 59_400, 10_000],
    ["d", "14:20:00.001", "66000", "RFQ", 59_400, 10_000],
  ])("(%s) by its own limit, released at %s, the bid %s: %s at %d, %d", async (_, time, bid, method, price, fiat) => {
    await api.settings({ "depositLimit.BTC": "0.1" });
    const bill = await held({}, 0.16835017);
    expect(await api.payment(bill.paymentId)).toMatchObject({
      amountStatus: "UNPAID",
      labels: ["HELD"],
      quantityReceived: 0.16835017,
      quantityPending: 0.16835017,
      deposits: [{ status: "HELD", reasonCode: "DEPOSIT_LIMIT" }],
    });
    await at(time, bid);
    await release(bill);
    expect(await fillsOf(bill)).toEqual([[[method, price, fiat]]]);
    expect(await api.payment(bill.paymentId)).toMatchObject({
      status: "COMPLETED",
      amountStatus: "PAID",
      labels: [],
      quantityConverted: 0.16835017,
      quantityUnconverted: 0,
      fiatReceived: fiat,
      deposits: [{ status: "CONVERTED", late: false }],
    });
  });

  test.each([
    ["e", "14:20:00.000", "RFQ", 59_400, 10_000],
    ["e′", "14:20:00.001", "FRESH", 53_460, 9_000],
  ])("(%s) by the operator, released at %s, the bid 54000: %s at %d, %d", async (_, time, method, price, fiat) => {
    await screen();
    const bill = await held({ sourceAddress: LISTED }, 0.16835017);
    expect(await depositOf(bill)).toMatchObject({ status: "HELD", reasonCode: "SCREENING" });
    await at(time, "54000");
    await release(bill, "house");
    expect(await fillsOf(bill)).toEqual([[[method, price, fiat]]]);
    expect(await api.payment(bill.paymentId)).toMatchObject({ amountStatus: "PAID", labels: [], fiatReceived: fiat });
  });

  /** Of both parts, however they came: at P the account gets 4060.00, as the part below P stands outside the sums. */
  const inTwo = {
    status: "COMPLETED",
    amountStatus: "PAID",
    labels: ["MULTIPLE"],
    quantityReceived: 0.16835017,
    quantityConverted: 0.16835017,
    quantityUnconverted: 0,
    fiatReceived: 9_406,
  };

  test("(f) in two, the held one last", async () => {
    await api.settings({ "depositLimit.BTC": "0.1" });
    const bill = await held({}, 0.06835017);
    await send(bill, 0.1);
    await bury();
    expect((await depositOf(bill, 1)).reasonFacts).toMatchObject({ limit: 0.1, inAll: 0.16835017 });
    await at("13:00", "54000");
    await release(bill, "manage", 1);
    expect(await fillsOf(bill)).toEqual([[["RFQ", 59_400, 4_060]], [["FRESH", 53_460, 5_346]]]);
    expect(await api.payment(bill.paymentId)).toMatchObject(inTwo);
  });

  test("(f) in two, the held one first", async () => {
    await api.settings({ "depositLimit.BTC": "0.09" });
    const bill = await held({}, 0.1);
    await at("12:19");
    await send(bill, 0.06835017);
    await at("13:00", "54000");
    await release(bill);
    expect(await fillsOf(bill)).toEqual([[["FRESH", 53_460, 5_346]], []]);
    // It brings the sum above the limit as well, and is released within its grace.
    await bury();
    await release(bill, "manage", 1);
    expect(await fillsOf(bill)).toEqual([[["FRESH", 53_460, 5_346]], [["RFQ", 59_400, 4_060]]]);
    expect(await api.payment(bill.paymentId)).toMatchObject(inTwo);
  });

  test("(g) under LMT the lower price has to be above the limit too, else it is kept less τ", async () => {
    await api.settings({ "depositLimit.USDT": "10" });
    await at("12:00");
    await api.control("prices", { base: "USDT", quote: "JPY", price: 150.25 });
    const terms = { cryptoType: "USDT", fiat: "JPY", fiatReceivable: 10_000, strategy: "LMT", limitPrice: 148 };
    const bill = await api.bill(terms);
    expect([bill.price, bill.quantity]).toEqual([148.7475, 67.228021]);
    await at("12:01");
    await send(bill, 67.228021);
    await at("12:05");
    await bury("eth", 12);
    await at("13:00");
    await api.control("prices", { base: "USDT", quote: "JPY", price: 149.3 });
    await release(bill);
    expect(await api.payment(bill.paymentId)).toMatchObject({
      amountStatus: "PAID",
      labels: ["LIMIT_NOT_MET"],
      quantityUnconverted: 66.891881,
      feeQuantity: 0.33614,
      fiatReceived: 0,
      deposits: [{ status: "CREDITED", reasonCode: "LIMIT_NOT_MET", late: false, fills: [] }],
    });
  });
});
