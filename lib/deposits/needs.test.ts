import { describe, expect, test } from "vitest";
import { billAt, units } from "#lib/bills/terms.fixture.ts";
import {
  type Brought,
  byTreatment,
  type CountedDeposit,
  needOf,
  risenNeeds,
  standingInBlocks,
  treatedAt,
} from "./needs.ts";

const terms = {
  ...billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "600" }),
  confirmationTiers: "2,1000:3,50000:6",
};
const of = (id: string, amount: string, more: Partial<CountedDeposit> = {}): CountedDeposit => ({
  id,
  txHash: `tx ${id}`,
  asset: "BTC",
  units: units("BTC", amount),
  status: "UNCONFIRMED",
  wrongAsset: false,
  blockHeight: 101,
  confirmationsRequired: 2,
  ...more,
});
const brought = (more: Partial<Brought> = {}): Brought => ({
  byTransaction: new Map(),
  inBlock: undefined,
  perBlock: undefined,
  ...more,
});
const risen = (deposits: CountedDeposit[], more: Partial<Brought> = {}, height = 101) =>
  risenNeeds(terms, 2, deposits, brought(more), height).map(({ id, confirmations }) => `${id}:${confirmations}`);

describe("the bill's running sum (example 18)", () => {
  const [d1, d2, d3] = [of("d1", "0.01"), of("d2", "0.01"), of("d3", "0.9")];
  test("rises the need of all that is not treated, and of nothing else", () => {
    expect(risen([d1])).toEqual([]);
    expect(risen([d1, d2])).toEqual(["d1:3", "d2:3"]);
    expect(risen([d1, d2, d3])).toEqual(["d1:6", "d2:6", "d3:6"]);
    expect(risen([{ ...d1, status: "CONVERTED" }, d2])).toEqual(["d2:3"]);
    expect(risen([{ ...d1, status: "CONVERTED" }, { ...d2, confirmationsRequired: 3 }, d3])).toEqual(["d2:6", "d3:6"]);
  });
  test("never falls", () => {
    expect(risen([{ ...d1, confirmationsRequired: 9 }, d2])).toEqual(["d2:3"]);
  });
  test("leaves out what stands in no block, went back, left its chain, or is of another asset", () => {
    const leftOut: Partial<CountedDeposit>[] = [
      { blockHeight: undefined },
      { status: "DECLINED" },
      { status: "DROPPED" },
      { wrongAsset: true },
    ];
    for (const more of leftOut) expect(risen([d1, { ...d2, ...more }])).toEqual([]);
    // Nor does it need more itself, however much it is.
    for (const more of leftOut) expect(risen([{ ...d3, ...more }])).toEqual([]);
    for (const status of ["HELD", "PROCESSING", "CREDITED"] as const)
      expect(risen([d1, { ...d2, status }])).toEqual(["d1:3"]);
    expect(standingInBlocks([d1, { ...d2, status: "HELD" }, { ...d3, wrongAsset: true }], 101)).toBe(2_000_000n);
  });
  test("looks at no block above the one that gave a deposit its last confirmation, taken at once or one by one", () => {
    const second = { ...d2, blockHeight: 103 };
    expect(risen([d1, { ...second, blockHeight: 102 }], {}, 102)).toEqual(["d1:3", "d2:3"]);
    expect(risen([d1, second], {}, 103)).toEqual(["d2:3"]);
    expect(standingInBlocks([d1, second], treatedAt(d1))).toBe(1_000_000n);
    expect(standingInBlocks([d1, second], treatedAt(second))).toBe(2_000_000n);
  });
  test("is treated in the order of the blocks that bring the last confirmations", () => {
    const slow = { ...d1, confirmationsRequired: 6 };
    const quick = { ...d2, blockHeight: 103 };
    const nowhere = of("d4", "1", { blockHeight: undefined });
    const order = (deposits: CountedDeposit[]) => deposits.toSorted(byTreatment).map(({ id }) => id);
    expect(order([nowhere, slow, quick])).toEqual(["d2", "d1", "d4"]);
    expect(order([d3, d1, nowhere, { ...nowhere, id: "d5" }])).toEqual(["d3", "d1", "d4", "d5"]);
  });
});

describe("a tier", () => {
  const need = (amount: string, ofBill = 2, more: Partial<Brought> = {}) =>
    needOf(terms, ofBill, units("BTC", amount), brought(more));
  test("holds from its figure on, by the exact product with P", () => {
    const round = { ...terms, confirmationTiers: "2,594:3" };
    expect(needOf(round, 2, 999_999n, brought())).toBe(2);
    expect(needOf(round, 2, 1_000_000n, brought())).toBe(3);
  });
  test("is never under what the bill needs for F", () => {
    expect([need("0.0001", 3), need("0.9", 3)]).toEqual([3, 6]);
  });
  test("of the house looks at all that a block brings", () => {
    const perBlock = "1,2000:8";
    expect(need("0.01", 2, { perBlock, inBlock: units("BTC", "0.04") })).toBe(8);
    expect(need("0.01", 2, { perBlock, inBlock: units("BTC", "0.03") })).toBe(2);
    expect(need("0.01", 2, { perBlock })).toBe(2);
  });
});

test("a transaction's outputs count together, and only of the block that brought them the block's", () => {
  const d1 = of("d1", "0.01");
  const byTransaction = new Map([["tx d1", units("BTC", "0.02")]]);
  expect(risen([d1], { byTransaction })).toEqual(["d1:3"]);
  const block = { perBlock: "1,1000:7", inBlock: units("BTC", "0.02") };
  expect(risen([d1], { byTransaction, ...block })).toEqual(["d1:7"]);
  expect(risen([d1], { byTransaction: new Map([["another", 1n]]), ...block })).toEqual([]);
});
