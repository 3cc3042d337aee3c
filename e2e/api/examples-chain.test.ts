import { beforeEach, describe, expect, test } from "vitest";
import type { Api, MadeBill } from "#e2e/world/api.ts";
import { dayForEach, onTheDay, proven } from "#e2e/world/examples.ts";

// The worked examples 18 and 20, played by calls: how deep money is buried before it is treated, and when it came.

let api: Api;
const at = dayForEach((opened) => {
  api = opened;
});

async function mine(count: number, more: object = {}): Promise<void> {
  await api.control("blocks", { network: "bitcoin", count, ...more });
  await api.settle();
}
const send = ({ deposit_address: address }: MadeBill, quantity: number, more: object = {}) =>
  api.control<{ txHash: string }>("deposits", { address, quantity, ...more });

describe("18: confirmations by running sum", () => {
  beforeEach(async () => {
    await at("12:00");
    await api.settings({ "confirmations.BTC": "2,1000:3,50000:6" });
  });
  const needs = async (bill: MadeBill) =>
    (await api.payment(bill.paymentId)).deposits.map(({ confirmationsRequired }) => confirmationsRequired);
  const treated = async (bill: MadeBill) =>
    (await api.payment(bill.paymentId)).deposits.map(({ status }) => status === "CONVERTED");
  /** Each part in the block of its place; a further block for each "" there is. */
  async function blocks(bill: MadeBill, ...parts: readonly number[]): Promise<void> {
    for (const quantity of parts) {
      if (quantity > 0) await send(bill, quantity);
      await api.settle();
      await mine(1);
    }
  }
  const whole = { quantityReceived: 0.92, quantityConverted: 0.92, amountStatus: "OVERPAID", fiatReceived: 54_647.99 };

  test("(a) one in each block: what an untreated one needs rises with the sum", async () => {
    const bill = await api.bill({ fiatReceivable: 600 });
    expect([bill.price, bill.quantity]).toEqual([59_400, 0.01010102]);
    await blocks(bill, 0.01);
    expect(await needs(bill)).toEqual([2]);
    await blocks(bill, 0.01);
    expect(await needs(bill)).toEqual([3, 3]);
    await blocks(bill, 0.9);
    expect(await needs(bill)).toEqual([6, 6, 6]);
    await mine(2);
    expect(await treated(bill)).toEqual([false, false, false]);
    await mine(1);
    expect(await treated(bill)).toEqual([true, false, false]);
    await mine(1);
    expect(await treated(bill)).toEqual([true, true, false]);
    await mine(1);
    expect(await treated(bill)).toEqual([true, true, true]);
    const record = await proven(api, bill);
    expect(record).toMatchObject(whole);
    expect(record.deposits.map(({ fills }) => fills.map(({ method, fiat }) => [method, fiat]))).toEqual([
      [["RFQ", 594]],
      [
        ["RFQ", 6],
        ["FRESH", 587.99],
      ],
      [["FRESH", 53_460]],
    ]);
  });

  test("(b) what is treated never needs more", async () => {
    const bill = await api.bill({ fiatReceivable: 600 });
    await blocks(bill, 0.01, 0);
    expect(await treated(bill)).toEqual([true]);
    await blocks(bill, 0.01);
    expect(await needs(bill)).toEqual([2, 3]);
    await blocks(bill, 0.9);
    expect(await needs(bill)).toEqual([2, 6, 6]);
    await mine(4);
    expect(await treated(bill)).toEqual([true, true, false]);
    await mine(1);
    expect(await treated(bill)).toEqual([true, true, true]);
    expect(await proven(api, bill)).toMatchObject(whole);
  });

  test("(c) all in one block need the most, and are treated by position", async () => {
    const bill = await api.bill({ fiatReceivable: 600 });
    for (const quantity of [0.01, 0.01, 0.9]) await send(bill, quantity);
    await api.settle();
    await mine(1);
    expect(await needs(bill)).toEqual([6, 6, 6]);
    await mine(4);
    expect(await treated(bill)).toEqual([false, false, false]);
    await mine(1);
    expect(await treated(bill)).toEqual([true, true, true]);
    expect(await proven(api, bill)).toMatchObject(whole);
  });

  test("(d) a bill of more needs more from the start", async () => {
    const bill = await api.bill({ fiatReceivable: 1_200 });
    expect(bill.quantity).toBe(0.02020203);
    await blocks(bill, 0.01);
    expect(await needs(bill)).toEqual([3]);
  });

  test.each([
    ["a", [[0.01], [0.01], [0.9]], ["HELD", "HELD", "HELD"]],
    ["b", [[0.01], [], [0.01], [0.9]], ["CONVERTED", "HELD", "HELD"]],
    ["c", [[0.01, 0.01, 0.9]], ["HELD", "HELD", "HELD"]],
  ])("(%s) with a deposit limit of .5 for the sum", async (_name, parts, states) => {
    await api.settings({ "depositLimit.BTC": "0.5" });
    const bill = await api.bill({ fiatReceivable: 600 });
    for (const part of parts) {
      for (const quantity of part) await send(bill, quantity);
      await api.settle();
      await mine(1);
    }
    await mine(6);
    expect((await proven(api, bill)).deposits.map(({ status }) => status)).toEqual(states);
  });
});

describe("20: seen and stamped", () => {
  test.each([
    ["a", "12:20:04", "12:19:10", "12:20:30", "12:20:04", true],
    ["b", undefined, "12:19:10", "12:20:30", "12:19:10", false],
    ["c", undefined, "12:21:00", "12:19:40", "12:19:40", false],
    ["d", "12:20:00.000", "12:31:00", "12:31:00", "12:20:00.000", false],
    ["e", "12:10 thin", "12:19:30", "12:19:50", "12:19:30", false],
    ["f", "12:25 thin", "12:19:00", "12:26:00", "12:25:00", true],
    ["g", "12:10 thin", "12:24:00", "12:24:00", "12:24:00", true],
  ])(
    "(%s) sighted %s, in a block of %s read at %s: seen at %s",
    async (_name, sighted, blockTime, read, seen, late) => {
      await at("12:00");
      const bill = await api.bill();
      expect(bill.expiryTime).toBe(onTheDay("12:20"));
      const [seenAt, thin] = sighted?.split(" ") ?? [];
      if (seenAt) await at(seenAt);
      else await at(read);
      await send(bill, 0.00168351, thin ? { feeRate: 1 } : {});
      if (seenAt) await api.settle();
      await at(read);
      await mine(2, { blockTimeOffsetMs: onTheDay(blockTime) - onTheDay(read) });
      const record = await proven(api, bill);
      expect(record.deposits[0]).toMatchObject({ firstSeen: onTheDay(seen), late });
      expect(record.deposits[0]?.blockTime).toBe(onTheDay(blockTime));
      expect(record).toMatchObject(
        late
          ? { labels: ["LATE"], quantityUnconverted: 0.00168351, fiatReceived: 0 }
          : { labels: [], quantityUnconverted: 0, fiatReceived: 100 },
      );
    },
  );
});

test.each([
  ["14:20:00.000", false],
  ["14:20:00.001", true],
])(
  "P holds for what was seen in time and confirmed until the end of the guarantee: at %s late is %s",
  async (time, late) => {
    await at("12:00");
    const bill = await api.bill();
    await at("12:10");
    await send(bill, 0.00168351);
    await api.settle();
    await mine(1);
    await at(time, "54000");
    await mine(1);
    const record = await proven(api, bill);
    expect(record.deposits[0]).toMatchObject({ firstSeen: onTheDay("12:10"), late });
    expect(record.fiatReceived).toBe(late ? 0 : 100);
  },
);
