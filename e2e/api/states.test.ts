import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, GET_PAYMENT, openApi, type Page } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
});
afterAll(async () => {
  const broken = await api.broken();
  await api.close();
  expect(broken).toEqual([]);
});

const LIFETIME_MS = 20 * 60_000;
const advance = (advanceMs: number) => api.control<{ now: number }>("clock", { advanceMs });
const mine = async (count: number) => {
  await api.control("blocks", { network: "bitcoin", count });
  await api.settle();
};

/** The record's words, and that the filters say the same. */
async function stateOf(paymentId: string): Promise<[string, string, string[]]> {
  const record = await api.payment(paymentId);
  const { status, amountStatus, labels } = record;
  const range = `startTime=${record.createdAt}&endTime=${record.createdAt}`;
  for (const filter of [
    `status=${status}`,
    `amountStatus=${amountStatus}`,
    ...labels.map((label) => `label=${label}`),
  ]) {
    const { data } = (await api.get(`${GET_PAYMENT}?${range}&${filter}`)).as<Page>();
    expect(data.map((found) => found.paymentId)).toContain(paymentId);
  }
  for (const other of ["PENDING", "DETECTED", "PROCESSING", "COMPLETED", "EXPIRED"].filter((word) => word !== status)) {
    const without = (await api.get(`${GET_PAYMENT}?${range}&status=${other}`)).as<Page>();
    expect(without.data.map((found) => found.paymentId)).not.toContain(paymentId);
  }
  return [status, amountStatus, labels];
}

describe("states follow the clock and the chain, waiting for no job", () => {
  test("an unpaid bill is EXPIRED one millisecond after its expiry, before any work is done", async () => {
    const bill = await api.bill();
    const { now } = await advance(0);
    await advance(bill.expiryTime - now - 60_000);
    expect(await stateOf(bill.paymentId)).toEqual(["PENDING", "UNPAID", []]);
    await advance(60_001);
    expect(await stateOf(bill.paymentId)).toEqual(["EXPIRED", "UNPAID", []]);
    await api.settle();
    expect(await stateOf(bill.paymentId)).toEqual(["EXPIRED", "UNPAID", []]);
  });

  test("paid: PENDING, DETECTED, COMPLETED and it stays so", async () => {
    const bill = await api.bill();
    expect(await stateOf(bill.paymentId)).toEqual(["PENDING", "UNPAID", []]);
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    expect(await stateOf(bill.paymentId)).toEqual(["DETECTED", "UNPAID", []]);
    await mine(2);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "PAID", []]);
    await advance(LIFETIME_MS + 1);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "PAID", []]);
  });

  test("in part: PROCESSING and PARTIAL until it expires, then COMPLETED and UNDERPAID; late money reopens it", async () => {
    const bill = await api.bill();
    await api.pay(bill, 0.001, "bitcoin");
    expect(await stateOf(bill.paymentId)).toEqual(["PROCESSING", "PARTIAL", []]);
    await advance(LIFETIME_MS + 1);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "UNDERPAID", []]);
    await api.pay(bill, 0.00068351, "bitcoin", 0);
    expect(await stateOf(bill.paymentId)).toEqual(["DETECTED", "UNDERPAID", ["MULTIPLE"]]);
    await mine(2);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "PAID", ["LATE", "MULTIPLE"]]);
  });

  test("seen in time, confirmed after expiry: the price holds", async () => {
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    await advance(LIFETIME_MS + 60_000);
    expect(await stateOf(bill.paymentId)).toEqual(["DETECTED", "UNPAID", []]);
    await mine(2);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "PAID", []]);
    expect(await api.payment(bill.paymentId)).toMatchObject({ fiatReceived: 100, quantityConverted: bill.quantity });
  });

  test("seen in time, confirmed after the guarantee: treated as late", async () => {
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    await advance(LIFETIME_MS + 2 * 3_600_000 + 1_000);
    await mine(2);
    expect(await stateOf(bill.paymentId)).toEqual(["COMPLETED", "PAID", ["LATE"]]);
    expect(await api.payment(bill.paymentId)).toMatchObject({ fiatReceived: 0, quantityUnconverted: bill.quantity });
  });

  test("a vanished deposit takes the bill back to where it was, before and after expiry", async () => {
    const bill = await api.bill();
    const txHash = await api.pay(bill, bill.quantity, "bitcoin", 2);
    await api.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
    await api.settle();
    expect(await stateOf(bill.paymentId)).toEqual(["PENDING", "UNPAID", ["REVERSED"]]);
    await advance(LIFETIME_MS + 1);
    expect(await stateOf(bill.paymentId)).toEqual(["EXPIRED", "UNPAID", ["REVERSED"]]);
  });

  test("tolerance changes words, never money", async () => {
    await api.settings({ toleranceBps: "100" });
    const under = await api.bill();
    await api.pay(under, 0.00166668, "bitcoin");
    expect(await stateOf(under.paymentId)).toEqual(["COMPLETED", "PAID", []]);
    expect((await api.payment(under.paymentId)).fiatReceived).toBe(99);
    const short = await api.bill();
    await api.pay(short, 0.00166667, "bitcoin");
    expect(await stateOf(short.paymentId)).toEqual(["PROCESSING", "PARTIAL", []]);
    const over = await api.bill();
    await api.pay(over, 0.00170034, "bitcoin");
    expect(await stateOf(over.paymentId)).toEqual(["COMPLETED", "PAID", []]);
    await api.pay(over, 0.00001, "bitcoin");
    expect(await stateOf(over.paymentId)).toEqual(["COMPLETED", "OVERPAID", ["MULTIPLE"]]);
    await api.settings({ toleranceBps: "0" });
  });

  test("a deposit above the account's limit is held, and the bill PROCESSING", async () => {
    await api.settings({ "depositLimit.BTC": "0.001" });
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin");
    expect(await stateOf(bill.paymentId)).toEqual(["PROCESSING", "UNPAID", ["HELD"]]);
    const record = await api.payment(bill.paymentId);
    expect(record).toMatchObject({ quantityReceived: bill.quantity, quantityPending: bill.quantity, fiatReceived: 0 });
    expect(record.deposits[0]).toMatchObject({ status: "HELD", reasonCode: "DEPOSIT_LIMIT" });
    await api.settings({ "depositLimit.BTC": "21000000" });
  });

  test("dust alone leaves the bill pending; its sum still shows", async () => {
    const bill = await api.bill();
    await api.pay(bill, 0.00000545, "bitcoin");
    const record = await api.payment(bill.paymentId);
    expect(record).toMatchObject({ status: "PENDING", amountStatus: "PARTIAL", quantityUnconverted: 0.00000545 });
    expect(record.deposits[0]).toMatchObject({ status: "CREDITED", reasonCode: "BELOW_MINIMUM" });
  });

  test("a surplus worth more than an amount may be is kept, and holds up no other bill", async () => {
    const absurd = await api.bill();
    await api.pay(absurd, 21_000_000, "bitcoin", 0);
    const other = await api.bill({ cryptoType: "BCH" });
    await api.pay(other, other.quantity, "bitcoincash", 0);
    await api.control("prices", { base: "BTC", quote: "EUR", price: 900_000_000_000 });
    await api.control("blocks", { network: "bitcoin", count: 2 });
    await api.control("blocks", { network: "bitcoincash", count: 6 });
    await api.settle();
    expect(await api.payment(other.paymentId)).toMatchObject({ status: "COMPLETED", fiatReceived: 100 });
    expect(await api.payment(absurd.paymentId)).toMatchObject({
      amountStatus: "OVERPAID",
      fiatReceived: 100,
      deposits: [{ reasonCode: "CONVERSION_FAILED" }],
    });
    await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  });
});
