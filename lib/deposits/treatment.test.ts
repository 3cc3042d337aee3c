import { describe, expect, test } from "vitest";
import type { BillTerms } from "#lib/bills/bill.ts";
import { billAt, EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { minOf, sumOf } from "#lib/kernel/money.ts";
import { FEE_MODELS, type Strategy } from "#lib/pricing/price.ts";
import { reasonOf, sharesOf, statusOf, waitsForMarket } from "./part.ts";
import {
  type DepositArrival,
  type GuaranteedPart,
  keepAfterFailure,
  type Part,
  type Standing,
  settleMarket,
  treat,
} from "./treatment.ts";
import { standingWithout } from "./standing.fixture.ts";

const NOTHING: Standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n };
const HOUR = 3_600_000;
const at = (afterExpiryMs: number) => new Date(EXPIRY.getTime() + afterExpiryMs);

function arrival(terms: BillTerms, amount: bigint, more: Partial<DepositArrival> = {}): DepositArrival {
  return { units: amount, asset: terms.asset, firstSeen: at(-HOUR), confirmedAt: at(0), ...more };
}

const late = { firstSeen: at(1), confirmedAt: at(2) };

/** A part in short: P, FRESH, MARKET, or the reason it is kept for. */
const short = (part: Part) => (part.kind === "GUARANTEED" ? "P" : part.kind === "KEEP" ? part.reasonCode : part.kind);

type Row = {
  strategy: Strategy;
  keeps?: true;
  limit?: "met" | "not met";
  fee: "τ" | "none";
  under: string;
  exact: string;
  over: string;
  late: string;
};
const TABLE: Row[] = [
  { strategy: "RFQ", fee: "none", under: "P", exact: "P", over: "P FRESH", late: "BILL_EXPIRED" },
  {
    strategy: "RFQ",
    keeps: true,
    fee: "none",
    under: "P",
    exact: "P",
    over: "P OVERPAYMENT_KEPT",
    late: "BILL_EXPIRED",
  },
  {
    strategy: "RAI",
    fee: "τ",
    under: "RECEIVE_AS_IS",
    exact: "RECEIVE_AS_IS",
    over: "RECEIVE_AS_IS",
    late: "RECEIVE_AS_IS",
  },
  { strategy: "ACA", fee: "none", under: "P", exact: "P", over: "P FRESH", late: "MARKET" },
  { strategy: "ACA", keeps: true, fee: "none", under: "P", exact: "P", over: "P FRESH", late: "MARKET" },
  { strategy: "LMT", limit: "met", fee: "τ", under: "P", exact: "P", over: "P FRESH", late: "BILL_EXPIRED" },
  {
    strategy: "LMT",
    limit: "met",
    keeps: true,
    fee: "τ",
    under: "P",
    exact: "P",
    over: "P FRESH",
    late: "BILL_EXPIRED",
  },
  {
    strategy: "LMT",
    limit: "not met",
    fee: "τ",
    under: "LIMIT_NOT_MET",
    exact: "LIMIT_NOT_MET",
    over: "LIMIT_NOT_MET",
    late: "BILL_EXPIRED",
  },
];

const retainedFee = (row: Row, amount: bigint) => (row.fee === "τ" ? (amount * 50n) / 10_000n : 0n);

describe.each(FEE_MODELS)("%s", (feeModel) => {
  describe.each(TABLE)("$strategy, limit $limit, keeps overpayment: $keeps", (row) => {
    const limitPrice = { met: "0.98", "not met": "1" };
    const terms = billAt({
      asset: "USDC@eth",
      fiat: "EUR",
      bid: "1",
      receivable: "100",
      strategy: row.strategy,
      feeModel,
      ...(row.limit ? { limitPrice: limitPrice[row.limit] } : {}),
      more: { overpayment: row.keeps ? "KEEP" : "CONVERT" },
    });
    const quantity = row.strategy === "RAI" && feeModel === "EXPLICIT" ? 100_000_000n : 101_010_102n;
    const amounts = { under: 50_000_001n, exact: quantity, over: quantity + 20_000_003n };

    test("asks for the quantity of its fee model", () => expect(terms.quantityUnits).toBe(quantity));

    function checkPart(part: Part, amount: bigint): void {
      if (part.kind === "KEEP") expect(part.feeUnits).toBe(retainedFee(row, part.units));
      if (part.kind === "GUARANTEED") expect(part).toEqual(atPrice(minOf(amount, quantity)));
    }

    function atPrice(within: bigint): GuaranteedPart {
      const feeUnits = feeModel === "EXPLICIT" ? within / 100n : 0n;
      const gross = Decimal.of(within - feeUnits, 6).times(terms.price);
      const fiatUnits = within === quantity ? 10_000n : 4_950n;
      return { kind: "GUARANTEED", units: within, feeUnits, fiatUnits, price: terms.price, gross };
    }

    describe.each(["under", "exact", "over"] as const)("%s", (size) => {
      test.each([
        ["in time", {}, row[size]],
        ["late", late, row.late],
      ] as const)("%s", (when, times, expected) => {
        const amount = amounts[size];
        const treatment = treat(terms, arrival(terms, amount, times), NOTHING);
        expect(treatment.parts.map(short).join(" ")).toBe(expected);
        expect(treatment.late).toBe(when === "late");
        expect(treatment.reasonCode).toBe(expected.split(" ").find((word) => word.includes("_")));
        expect(sumOf(treatment.parts.map((part) => part.units))).toBe(amount);
        for (const part of treatment.parts) checkPart(part, amount);
      });
    });
  });
});

const rfq = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
const lmt = billAt({
  asset: "USDT@eth",
  fiat: "JPY",
  bid: "150.25",
  receivable: "10000",
  strategy: "LMT",
  limitPrice: "148.5",
});
const aca = billAt({
  asset: "USDT@tron",
  fiat: "EUR",
  bid: "0.92",
  receivable: "500",
  strategy: "ACA",
  feeModel: "EXPLICIT",
});

describe("time", () => {
  test.each<[string, Partial<DepositArrival>, boolean]>([
    ["seen at expiry", { firstSeen: at(0) }, false],
    ["seen a millisecond after", { firstSeen: at(1) }, true],
    ["confirmed at the end of the guarantee", { confirmedAt: at(2 * HOUR) }, false],
    ["confirmed a millisecond after it", { confirmedAt: at(2 * HOUR + 1) }, true],
    ["released past the guarantee", { released: { at: at(2 * HOUR + 1), holder: "HOUSE" } }, false],
    ["older than its bill", { older: true }, true],
  ])("%s", (_, times, isLate) => {
    const treatment = treat(rfq, arrival(rfq, 168_351n, times), NOTHING);
    expect([treatment.late, treatment.rule]).toEqual(isLate ? [true, "RFQ_LATE"] : [false, "RFQ_IN_TIME"]);
  });
});

describe("what is left of Q", () => {
  test("late money uses none of it, money in time all that is left", () => {
    const standing = { units: 168_000n, feeUnits: 0n, fiatUnits: 9_979n };
    expect(treat(rfq, arrival(rfq, 1_000n), standing).parts).toMatchObject([
      { kind: "GUARANTEED", units: 351n, fiatUnits: 21n },
      { kind: "FRESH", units: 649n },
    ]);
    expect(treat(rfq, arrival(rfq, 1_000n, late), standing).parts).toMatchObject([{ kind: "KEEP", units: 1_000n }]);
  });
  test("one unit is sold at P", () => {
    const standing = { units: 168_350n, feeUnits: 0n, fiatUnits: 9_999n };
    expect(treat(rfq, arrival(rfq, 1_000n), standing).parts).toMatchObject([
      { kind: "GUARANTEED", units: 1n, fiatUnits: 1n },
      { kind: "FRESH", units: 999n },
    ]);
  });
  test("none: all of it is surplus", () => {
    const full = { units: 168_351n, feeUnits: 0n, fiatUnits: 10_000n };
    expect(treat(rfq, arrival(rfq, 1_000n), full).parts).toEqual([{ kind: "FRESH", units: 1_000n }]);
  });
  test("is never overdrawn, and the asset is the bill's", () => {
    expect(() => treat(rfq, arrival(rfq, 1_000n), { ...NOTHING, units: 168_352n })).toThrow("invariant");
    expect(() => treat(rfq, arrival(rfq, 1_000n, { asset: "BCH" }), NOTHING)).toThrow("invariant");
    expect(() => treat(rfq, arrival(rfq, 0n), NOTHING)).toThrow("invariant");
  });
});

describe("dust", () => {
  test.each([
    [rfq, 545n],
    [lmt, 9_999n],
    [aca, 9_999n],
  ])("is kept without fee, in time and late", (terms, amount) => {
    for (const times of [{}, late]) {
      const treatment = treat(terms, arrival(terms, amount, times), NOTHING);
      expect(treatment.rule).toBe("DUST");
      expect(treatment.parts).toEqual([{ kind: "KEEP", units: amount, feeUnits: 0n, reasonCode: "BELOW_MINIMUM" }]);
    }
  });
  test("of one smallest unit too", () => expect(treat(rfq, arrival(rfq, 1n), NOTHING).rule).toBe("DUST"));
  test("ends at 546 sat and 0.01 of a dollar token", () => {
    expect(treat(rfq, arrival(rfq, 546n), NOTHING).rule).toBe("RFQ_IN_TIME");
    expect(treat(lmt, arrival(lmt, 10_000n), NOTHING).rule).toBe("LMT_IN_TIME");
  });
});

describe("a waiting part", () => {
  test("that could not be sold is kept: less τ under RAI and LMT, whole under RFQ and ACA", () => {
    const fees = [rfq, aca, lmt, { ...lmt, strategy: "RAI" as const }].map((terms) =>
      keepAfterFailure(terms, 1_000_000n),
    );
    expect(fees.map((part) => part.feeUnits)).toEqual([0n, 0n, 5_000n, 5_000n]);
    expect(fees.map((part) => part.reasonCode)).toEqual(Array(4).fill("CONVERSION_FAILED"));
  });
  test("filled in part by the venue is sold in part, without explicit fee", () => {
    const parts = settleMarket(aca, 500_000_000n, { soldUnits: 300_000_000n, proceeds: Decimal.from("275.85") });
    expect(parts).toMatchObject([
      {
        kind: "SOLD",
        method: "MARKET",
        feeModel: "SPREAD",
        units: 300_000_000n,
        feeUnits: 0n,
        soldUnits: 300_000_000n,
        fiatUnits: 27_309n,
      },
      { kind: "KEEP", units: 200_000_000n, feeUnits: 0n, reasonCode: "CONVERSION_FAILED" },
    ]);
    expect(sharesOf(parts)).toEqual({
      pendingUnits: 0n,
      convertedUnits: 300_000_000n,
      unconvertedUnits: 200_000_000n,
      feeUnits: 0n,
      fiatUnits: 27_309n,
    });
    expect([statusOf(parts), reasonOf(parts)]).toEqual(["CONVERTED", "CONVERSION_FAILED"]);
  });
  test("filled not at all is kept, filled whole leaves nothing", () => {
    expect(settleMarket(aca, 5_000_000n, { soldUnits: 0n, proceeds: Decimal.ZERO })).toEqual([
      keepAfterFailure(aca, 5_000_000n),
    ]);
    expect(settleMarket(aca, 5_000_000n, { soldUnits: 5_000_000n, proceeds: Decimal.from("4.6") })).toHaveLength(1);
    expect(() => settleMarket(aca, 5n, { soldUnits: 6n, proceeds: Decimal.ZERO })).toThrow("invariant");
    expect(() => settleMarket(aca, 5n, { soldUnits: -1n, proceeds: Decimal.ZERO })).toThrow("invariant");
    expect(settleMarket(aca, 5n, { soldUnits: 1n, proceeds: Decimal.from("0.000001") })).toMatchObject([
      { kind: "SOLD", units: 1n },
      { kind: "KEEP", units: 4n },
    ]);
  });
});

test("waiting parts are pending", () => {
  const shares = sharesOf([
    { kind: "FRESH", units: 3n },
    { kind: "MARKET", units: 4n },
  ]);
  expect(shares).toEqual({ pendingUnits: 7n, convertedUnits: 0n, unconvertedUnits: 0n, feeUnits: 0n, fiatUnits: 0n });
});

describe("the status of a treated deposit", () => {
  const retained = keepAfterFailure(rfq, 1n);
  test.each<[Part[], string]>([
    [[retained], "CREDITED"],
    [[{ kind: "MARKET", units: 1n }], "PROCESSING"],
    [[...treat(rfq, arrival(rfq, 1_000n), NOTHING).parts, { kind: "FRESH", units: 1n }], "PROCESSING"],
    [[...treat(rfq, arrival(rfq, 1_000n), NOTHING).parts, retained], "CONVERTED"],
  ])("%#: %o is %s", (parts, status) => expect(statusOf(parts)).toBe(status));
});

test("a recorded decision waits for the venue when a part of it does", () => {
  expect(waitsForMarket({ parts: [{ kind: "KEEP" }, { kind: "MARKET" }] })).toBe(true);
  for (const decision of [{ parts: [{ kind: "FRESH" }] }, { parts: [] }, {}, null, undefined])
    expect(waitsForMarket(decision)).toBe(false);
});

test("the inputs of a decision are kept with it", () => {
  const times: Partial<DepositArrival> = { released: { at: at(5), holder: "ACCOUNT" } };
  expect(
    treat(lmt, arrival(lmt, 80_000_000n, times), { units: 1_000_000n, feeUnits: 0n, fiatUnits: 148n }).inputs,
  ).toEqual({
    asset: "USDT@eth",
    quantity: "80",
    firstSeen: "2026-11-21T11:00:00.000Z",
    confirmedAt: "2026-11-21T12:00:00.000Z",
    releasedAt: "2026-11-21T12:00:00.005Z",
    holder: "ACCOUNT",
    strategy: "LMT",
    feeModel: "SPREAD",
    price: "148.7475",
    billQuantity: "67.228021",
    fiat: "JPY",
    fiatReceivable: "10000",
    limitPrice: "148.5",
    explicitFeeBps: "100",
    spreadBps: "100",
    transactionFeeBps: "50",
    overpayment: "CONVERT",
    expiresAt: "2026-11-21T12:00:00.000Z",
    guaranteeMs: "7200000",
    holdGraceMs: "600000",
    standingQuantity: "1",
    standingFee: "0",
    standingFiat: "148",
  });
  const standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n, underUnits: 2_000_000n };
  expect(treat(lmt, arrival(lmt, 80_000_000n, { older: true }), standing).inputs).toMatchObject({
    ...{ older: "true", standingUnder: "2" },
  });
});

test("only a standing part is reversed", () => {
  const standing = { units: 5n, feeUnits: 5n, fiatUnits: 5n };
  for (const more of [{ units: 6n }, { feeUnits: 6n }, { fiatUnits: 6n }])
    expect(() => standingWithout(standing, { ...standing, ...more })).toThrow("invariant");
  expect(standingWithout(standing, { units: 1n, feeUnits: 2n, fiatUnits: 3n })).toEqual({
    units: 4n,
    feeUnits: 3n,
    fiatUnits: 2n,
  });
  expect(standingWithout(standing, standing)).toEqual(NOTHING);
});

test("every decision names the rule that made it, and a reason only where something is kept", () => {
  const rai = billAt({ asset: "USDC@eth", fiat: "EUR", bid: "1", receivable: "100", strategy: "RAI" });
  const unmet = { ...lmt, limitPrice: Decimal.from("200") };
  const ruleOf = (terms: BillTerms, times: Partial<DepositArrival> = {}) =>
    treat(terms, arrival(terms, 1_000_000n, times), NOTHING).rule;
  expect([ruleOf(rai), ruleOf(rai, late)]).toEqual(["RAI", "RAI"]);
  expect([ruleOf(aca), ruleOf(aca, late)]).toEqual(["ACA_IN_TIME", "ACA_LATE"]);
  expect([ruleOf(lmt), ruleOf(lmt, late), ruleOf(unmet)]).toEqual(["LMT_IN_TIME", "LMT_LATE", "LMT_LIMIT_NOT_MET"]);
  expect([ruleOf(rfq), ruleOf(rfq, late)]).toEqual(["RFQ_IN_TIME", "RFQ_LATE"]);
  expect(Object.keys(treat(rfq, arrival(rfq, 1_000n), NOTHING))).not.toContain("reasonCode");
});

test("without a guarantee, what is confirmed by expiry and never held is in time", () => {
  const bare = { ...rfq, guaranteeMs: 0 };
  expect(treat(bare, arrival(bare, 1_000n, { confirmedAt: at(0) }), NOTHING).late).toBe(false);
  expect(treat(bare, arrival(bare, 1_000n, { confirmedAt: at(1) }), NOTHING).late).toBe(true);
});

test("a part bought back after a reversal gets what is missing to F, and no less than nothing", () => {
  const yen = billAt({ asset: "BTC", fiat: "JPY", bid: "15000000", receivable: "10000", feeModel: "EXPLICIT" });
  const third = units("BTC", "0.00022447");
  const remaining = { units: 2n * third, feeUnits: 449n, fiatUnits: 6_667n };
  expect(treat(yen, arrival(yen, third), remaining).parts).toMatchObject([{ feeUnits: 224n, fiatUnits: 3_333n }]);
  const overserved = { units: 2n * third, feeUnits: 449n, fiatUnits: 6_670n };
  expect(treat(yen, arrival(yen, 546n), overserved).parts).toMatchObject([{ feeUnits: 5n, fiatUnits: 77n }]);
  expect(treat(yen, arrival(yen, 546n), { ...overserved, feeUnits: 600n, fiatUnits: 9_000n }).parts).toMatchObject([
    { feeUnits: 0n, fiatUnits: 0n },
  ]);
  const undercharged = { units: 60_000n, feeUnits: 0n, fiatUnits: 9_000n };
  expect(treat(yen, arrival(yen, 546n), undercharged).parts).toMatchObject([{ units: 546n, feeUnits: 546n }]);
});
