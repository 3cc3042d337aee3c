import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { fiatLimits, limitMet } from "./bill.ts";
import { amountStatus, type BillDeposit, type BillFacts, billStatus, factsOf, labelsOf } from "./bill-facts.fixture.ts";
import { EXPIRY } from "./terms.fixture.ts";

const before = new Date(EXPIRY.getTime() - 1);
const after = new Date(EXPIRY.getTime() + 1);

const facts = (more: Partial<BillFacts> = {}): BillFacts => ({
  quantityUnits: 1001n,
  toleranceBps: 0,
  expiresAt: EXPIRY,
  amountUnits: 0n,
  standingDeposits: 0,
  depositsProcessing: false,
  depositsUnconfirmed: false,
  ...more,
});

const deposit = (status: string, more: Partial<BillDeposit> = {}): BillDeposit => ({
  quantityUnits: 500n,
  status,
  wrongAsset: false,
  dust: false,
  late: false,
  wasCredited: false,
  ...more,
});

describe("the limit of LMT", () => {
  const limit = (price: string) =>
    limitMet({ strategy: "LMT", price: Decimal.from(price), limitPrice: Decimal.from("148.7475") });

  test("is met above it only: equal is not better", () => {
    expect([limit("148.74750001"), limit("148.7475"), limit("148.7")]).toEqual([true, false, false]);
  });
  test("is no question under the other strategies, and must be there under LMT", () => {
    expect(limitMet({ strategy: "ACA", price: Decimal.from("1"), limitPrice: Decimal.from("2") })).toBeUndefined();
    expect(() => limitMet({ strategy: "LMT", price: Decimal.from("1") })).toThrow("invariant");
  });
});

describe("the status of a bill", () => {
  test.each<[string, Partial<BillFacts>, string, string]>([
    ["without deposits", {}, "PENDING", "EXPIRED"],
    ["with one unconfirmed", { standingDeposits: 1, depositsUnconfirmed: true }, "DETECTED", "DETECTED"],
    [
      "with one processing beside it",
      { standingDeposits: 2, depositsUnconfirmed: true, depositsProcessing: true },
      "PROCESSING",
      "PROCESSING",
    ],
    ["with too little", { standingDeposits: 1, amountUnits: 1000n }, "PROCESSING", "COMPLETED"],
    ["with enough", { standingDeposits: 1, amountUnits: 1001n }, "COMPLETED", "COMPLETED"],
    [
      "paid in full, one more unconfirmed",
      { standingDeposits: 2, amountUnits: 1001n, depositsUnconfirmed: true },
      "DETECTED",
      "DETECTED",
    ],
  ])("%s", (_, more, open, expired) => {
    expect([billStatus(facts(more), before), billStatus(facts(more), after)]).toEqual([open, expired]);
  });

  test("has not expired at its very expiry time", () => {
    expect(billStatus(facts(), EXPIRY)).toBe("PENDING");
    expect(amountStatus(facts({ amountUnits: 1n }), EXPIRY)).toBe("PARTIAL");
  });
});

describe("the amount of a bill", () => {
  test.each<[bigint, number, string, string]>([
    [0n, 0, "UNPAID", "UNPAID"],
    [1000n, 0, "PARTIAL", "UNDERPAID"],
    [1001n, 0, "PAID", "PAID"],
    [1002n, 0, "OVERPAID", "OVERPAID"],
    [990n, 100, "PARTIAL", "UNDERPAID"],
    [991n, 100, "PAID", "PAID"],
    [1011n, 100, "PAID", "PAID"],
    [1012n, 100, "OVERPAID", "OVERPAID"],
    [0n, 10_000, "UNPAID", "UNPAID"],
  ])("%s of 1001 at a tolerance of %s bps, bounds rounded towards it", (amountUnits, toleranceBps, open, expired) => {
    const of = facts({ amountUnits, toleranceBps });
    expect([amountStatus(of, before), amountStatus(of, after)]).toEqual([open, expired]);
  });

  test("within tolerance completes the bill before it expires", () => {
    expect(billStatus(facts({ standingDeposits: 1, amountUnits: 991n, toleranceBps: 100 }), before)).toBe("COMPLETED");
    expect(billStatus(facts({ standingDeposits: 1, amountUnits: 990n, toleranceBps: 100 }), before)).toBe("PROCESSING");
  });
});

describe("what a bill knows of its deposits", () => {
  test("counts processing, converted and credited, each gross", () => {
    const all = ["UNCONFIRMED", "PROCESSING", "CONVERTED", "CREDITED", "HELD", "DECLINED", "DROPPED"].map((status) =>
      deposit(status),
    );
    expect(factsOf(all)).toEqual({
      amountUnits: 1500n,
      standingDeposits: 5,
      depositsProcessing: true,
      depositsUnconfirmed: true,
    });
  });
  test.each<[string, boolean, boolean]>([
    ["PROCESSING", true, false],
    ["HELD", true, false],
    ["UNCONFIRMED", false, true],
    ["CONVERTED", false, false],
  ])("one %s", (status, depositsProcessing, depositsUnconfirmed) => {
    expect(factsOf([deposit(status)])).toMatchObject({ standingDeposits: 1, depositsProcessing, depositsUnconfirmed });
  });
  test("leaves the wrong asset out altogether, and dust out of everything but the amount", () => {
    expect(factsOf([deposit("HELD", { wrongAsset: true })])).toMatchObject({
      standingDeposits: 0,
      depositsProcessing: false,
    });
    expect(
      factsOf([deposit("CREDITED", { dust: true, quantityUnits: 3n }), deposit("UNCONFIRMED", { dust: true })]),
    ).toEqual({
      amountUnits: 3n,
      standingDeposits: 0,
      depositsProcessing: false,
      depositsUnconfirmed: false,
    });
  });
});

describe("labels", () => {
  test.each<[string, BillDeposit[], string[]]>([
    ["none of an ordinary deposit", [deposit("CONVERTED")], []],
    ["LATE of a late one that counts", [deposit("CREDITED", { late: true })], ["LATE"]],
    ["not LATE of a late one that dropped", [deposit("DROPPED", { late: true })], []],
    ["MULTIPLE of two that stand", [deposit("CONVERTED"), deposit("UNCONFIRMED")], ["MULTIPLE"]],
    [
      "neither LATE nor MULTIPLE of late dust",
      [deposit("CONVERTED"), deposit("CREDITED", { dust: true, late: true })],
      [],
    ],
    ["not MULTIPLE when one declined", [deposit("CONVERTED"), deposit("DECLINED")], []],
    [
      "not MULTIPLE of the wrong asset",
      [deposit("CONVERTED"), deposit("DECLINED", { wrongAsset: true })],
      ["WRONG_ASSET"],
    ],
    ["HELD and WRONG_ASSET", [deposit("HELD", { wrongAsset: true })], ["HELD", "WRONG_ASSET"]],
    ["LIMIT_NOT_MET of a kept part", [deposit("CONVERTED", { reasonCode: "LIMIT_NOT_MET" })], ["LIMIT_NOT_MET"]],
    [
      "LIMIT_NOT_MET of one credited among others",
      [deposit("CONVERTED"), deposit("CREDITED", { reasonCode: "LIMIT_NOT_MET" })],
      ["MULTIPLE", "LIMIT_NOT_MET"],
    ],
    ["not LATE of the wrong asset", [deposit("CREDITED", { wrongAsset: true, late: true })], ["WRONG_ASSET"]],
    ["not LIMIT_NOT_MET once dropped", [deposit("DROPPED", { reasonCode: "LIMIT_NOT_MET" })], []],
    ["REVERSED of one once credited", [deposit("DROPPED", { wasCredited: true })], ["REVERSED"]],
    ["not REVERSED once it is back", [deposit("CONVERTED", { wasCredited: true })], []],
    ["not WRONG_ASSET once dropped", [deposit("DROPPED", { wrongAsset: true })], []],
    [
      "in one order",
      [deposit("DROPPED", { wasCredited: true }), deposit("HELD"), deposit("CREDITED", { late: true })],
      ["LATE", "MULTIPLE", "HELD", "REVERSED"],
    ],
  ])("%s", (_, deposits, labels) => expect(labelsOf(deposits)).toEqual(labels));
});

test("fiatReceivable runs from 1 to 1 000 000, in yen from 100 to 100 000 000", () => {
  expect(fiatLimits("EUR")).toEqual({ minimumUnits: 100n, maximumUnits: 100_000_000n });
  expect(fiatLimits("JPY")).toEqual({ minimumUnits: 100n, maximumUnits: 100_000_000n });
});
