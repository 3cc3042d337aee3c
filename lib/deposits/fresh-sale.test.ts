import { describe, expect, test } from "vitest";
import type { BillTerms } from "#lib/bills/bill.ts";
import { billAt } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { levels } from "#lib/pricing/reference.fixture.ts";
import { settleFresh } from "./fresh-sale.ts";
import { offerAt } from "./offer.fixture.ts";
import { keepAfterFailure, keepBelowMinimum, type Standing } from "./treatment.ts";

const NOTHING: Standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n };
const rfq = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
const lmt = billAt({
  asset: "USDT@eth",
  fiat: "JPY",
  bid: "150.25",
  receivable: "10000",
  strategy: "LMT",
  limitPrice: "148.5",
});
const fresh = (terms: BillTerms, amount: bigint, bid: string, minimum = 1n) => {
  const became = settleFresh(terms, { kind: "FRESH", units: amount }, offerAt(bid, minimum), NOTHING);
  expect(became).toHaveLength(1);
  return became?.[0];
};

describe("a waiting part", () => {
  test("under LMT needs the fresh price, before its fee, above the limit", () => {
    expect(fresh(lmt, 12_771_979n, "149.9")).toEqual({
      kind: "KEEP",
      units: 12_771_979n,
      feeUnits: 63_859n,
      reasonCode: "LIMIT_NOT_MET",
    });
    expect(fresh(lmt, 12_771_979n, "150")).toMatchObject({ reasonCode: "LIMIT_NOT_MET" });
    expect(fresh(lmt, 12_771_979n, "150.01")).toMatchObject({
      kind: "SOLD",
      fiatUnits: 1_896n,
    });
    const explicit: BillTerms = { ...lmt, feeModel: "EXPLICIT" };
    expect(fresh(explicit, 12_771_979n, "148.51")).toMatchObject({
      kind: "SOLD",
      feeUnits: 127_719n,
    });
  });
  test("at the venue's minimum is sold, below it kept", () => {
    expect(fresh(rfq, 2_000n, "60000", 2_000n)).toMatchObject({
      kind: "SOLD",
      method: "FRESH",
      fiatUnits: 118n,
    });
    expect(fresh(rfq, 1_999n, "60000", 2_000n)).toEqual(keepBelowMinimum(rfq, 1_999n));
  });

  test("is kept when its fiat would reach 2^53 smallest units", () => {
    const noSpread = { ...rfq, spreadBps: 0 };
    expect(fresh(noSpread, 100_000_000n, "90000000000000")).toMatchObject({ kind: "SOLD" });
    expect(fresh(noSpread, 100_000_000n, "90100000000000")).toEqual(keepAfterFailure(noSpread, 100_000_000n));
  });

  test("is sold for one unit less than 2^53, kept at 2^53", () => {
    const yen = { ...rfq, fiat: "JPY" as const, spreadBps: 0 };
    const price = String(2n ** 40n);
    const wholes = 8_192n * 100_000_000n;
    expect(fresh(yen, wholes - 1n, price)).toMatchObject({ kind: "SOLD" });
    expect(fresh(yen, wholes, price)).toEqual(keepAfterFailure(yen, wholes));
  });
});

describe("what is released past its grace under LMT", () => {
  const released = (bid: string) =>
    settleFresh(lmt, { kind: "FRESH", units: 12_771_979n, atMost: lmt.price }, offerAt(bid), NOTHING);

  test("is sold at the lower of P and the fresh price as long as that is above the limit, and else kept", () => {
    expect(released("151")).toMatchObject([{ kind: "GUARANTEED", units: 12_771_979n }]);
    expect(released("150.1")).toMatchObject([{ kind: "SOLD", price: Decimal.from("148.599"), ofQuantity: true }]);
    // 148.5, the limit itself
    for (const bid of ["150", "149.9"])
      expect(released(bid)).toMatchObject([{ kind: "KEEP", units: 12_771_979n, reasonCode: "LIMIT_NOT_MET" }]);
  });
});

const BOOK = levels("60000 × 2, 59500 × 3, 58900 × 1, 58700 × 50");
const BTC = 100_000_000n;
const surplus = (terms: BillTerms, units: bigint, minimum = 1n, behind = "0") =>
  settleFresh(terms, { kind: "FRESH", units }, offerAt(BOOK, minimum, behind), NOTHING);

describe("what is over, by size", () => {
  test("stands behind what the house has still to sell", () => {
    expect(surplus(rfq, BTC)).toMatchObject([{ kind: "SOLD", price: Decimal.from("59400") }]);
    expect(surplus(rfq, BTC, 1n, "2")).toMatchObject([{ kind: "SOLD", price: Decimal.from("58905") }]);
    expect(surplus(rfq, 2n * BTC, 1n, "5")).toMatchObject([
      { kind: "SOLD", units: BTC },
      { kind: "KEEP", units: BTC, reasonCode: "INSUFFICIENT_LIQUIDITY" },
    ]);
  });
  test("is kept whole where the market takes nothing, or less than the venue's minimum", () => {
    const retained = [{ kind: "KEEP", units: BTC, feeUnits: 0n, reasonCode: "INSUFFICIENT_LIQUIDITY" }];
    expect(surplus(rfq, BTC, 1n, "6")).toEqual(retained);
    expect(surplus(rfq, BTC, 0n, "6")).toEqual(retained);
    expect(surplus(rfq, BTC, 2_000n, "5.99998001")).toEqual(retained);
    expect(surplus(rfq, BTC, 2_000n, "5.99998000")).toMatchObject([{ units: 2_000n }, { units: BTC - 2_000n }]);
  });
  test("leaves its rest to a market order under ACA, unless that is too little for one", () => {
    const aca = { ...rfq, strategy: "ACA" as const };
    expect(surplus(aca, 8n * BTC)).toMatchObject([
      { kind: "SOLD", units: 6n * BTC },
      { kind: "MARKET", units: 2n * BTC },
    ]);
    expect(surplus(aca, 6n * BTC + 1_999n, 2_000n)?.[1]).toEqual(keepBelowMinimum(aca, 1_999n));
    expect(surplus(aca, 6n * BTC + 2_000n, 2_000n)?.[1]).toEqual({ kind: "MARKET", units: 2_000n });
    expect(surplus(aca, BTC, 1n, "6")).toEqual([{ kind: "MARKET", units: BTC }]);
  });
  test("under LMT is compared at the price of what is taken, and its rest is kept less τ", () => {
    const limited = (limitPrice: string) => ({
      ...rfq,
      strategy: "LMT" as const,
      limitPrice: Decimal.from(limitPrice),
    });
    expect(surplus(limited("58970"), 8n * BTC)).toMatchObject([
      { kind: "SOLD", units: 6n * BTC },
      { kind: "KEEP", feeUnits: 1_000_000n, reasonCode: "INSUFFICIENT_LIQUIDITY" },
    ]);
    expect(surplus(limited("58971"), 8n * BTC)).toMatchObject([{ units: 8n * BTC, reasonCode: "LIMIT_NOT_MET" }]);
  });
  test("of a bill made before there were books is sold whole at the best bid", () => {
    const { maxDepthBps: _, ...before } = rfq;
    expect(surplus(before, 100n * BTC)).toMatchObject([{ kind: "SOLD", price: Decimal.from("59400") }]);
  });
  test("is not sold for nothing", () => {
    const offer = offerAt("0.01", 1n);
    expect(settleFresh(rfq, { kind: "FRESH", units: 50_000_000n }, offer, NOTHING)).toEqual([
      keepBelowMinimum(rfq, 50_000_000n),
    ]);
  });
});

describe("what was released past its grace", () => {
  const released = (book: Parameters<typeof offerAt>[0], units = 100_000n, standing = NOTHING) =>
    settleFresh(rfq, { kind: "FRESH", units, atMost: rfq.price }, offerAt(book, 1_000_000n, "2"), standing);
  test("is sold at the lower of the two, whatever the venue's minimum, from the best bid on", () => {
    expect(released("54000")).toMatchObject([{ kind: "SOLD", ofQuantity: true, price: Decimal.from("53460") }]);
    expect(released("60000")).toMatchObject([{ kind: "GUARANTEED", price: rfq.price, fiatUnits: 5_940n }]);
    expect(released("60000.00000001")).toMatchObject([{ kind: "GUARANTEED" }]);
    expect(released("59999.99999999")).toMatchObject([{ kind: "SOLD" }]);
    // Two bitcoin stand before what is over; not before this.
    expect(released(BOOK)).toMatchObject([{ kind: "GUARANTEED" }]);
  });
  test("at P joins the sums at P", () => {
    const standing = { units: 68_351n, feeUnits: 0n, fiatUnits: 4_060n };
    expect(released("66000", 100_000n, standing)).toMatchObject([{ fiatUnits: 5_940n }]);
  });
  test("waits where the book does not take its size", () => {
    expect(released(levels("60000 × 0.0009"))).toBeUndefined();
  });
});
