import { describe, expect, test } from "vitest";
import { billAt, EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { waitingIn } from "./part.ts";
import { factsOf, readFacts, writeFacts } from "./reason.ts";
import { type DepositArrival, priceHeldUntil, type Standing, treat } from "./treatment.ts";

const NOTHING: Standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n };
const pastExpiry = (ms: number) => new Date(EXPIRY.getTime() + ms);
const rfq = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250" });
const arrived = (of: typeof rfq): DepositArrival => ({
  units: of.quantityUnits,
  asset: of.asset,
  firstSeen: pastExpiry(-1),
  confirmedAt: pastExpiry(1_000),
});

test("a decision that was recorded left waiting what is sold at a fresh quote, with its limit where it has one", () => {
  const parts = [
    { kind: "GUARANTEED", units: "7" },
    { kind: "FRESH", units: "5" },
    { kind: "FRESH", units: "6", atMost: "0.000004" },
  ];
  expect(waitingIn({ parts })).toEqual([
    { kind: "FRESH", units: 5n },
    { kind: "FRESH", units: 6n, atMost: Decimal.from("0.000004") },
  ]);
  expect([waitingIn(null), waitingIn({})]).toEqual([[], []]);
});

describe("until when a release gets the bill's price", () => {
  test("is the bill's guarantee where the house holds it, its grace after the confirmation where the account does", () => {
    expect(priceHeldUntil(rfq, arrived(rfq), "HOUSE", NOTHING)).toEqual(pastExpiry(7_200_000));
    expect(priceHeldUntil(rfq, arrived(rfq), "ACCOUNT", NOTHING)).toEqual(pastExpiry(1_000 + rfq.holdGraceMs));
  });

  test("is no moment where nothing is sold at it: of a bill that is kept, and of one that is paid already", () => {
    const rai = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250", strategy: "RAI" });
    expect(priceHeldUntil(rai, arrived(rai), "HOUSE", NOTHING)).toBeUndefined();
    const paid = { units: rfq.quantityUnits, feeUnits: 0n, fiatUnits: rfq.fiatUnits };
    expect(priceHeldUntil(rfq, arrived(rfq), "HOUSE", paid)).toBeUndefined();
  });
});

test("what was sold at the bill's price is read again as it was written", () => {
  const { facts } = treat(rfq, arrived(rfq), NOTHING);
  expect(facts.parts.map(({ outcome, method }) => [outcome, method])).toEqual([["SOLD", "RFQ"]]);
  expect(readFacts(writeFacts(facts))).toEqual(facts);
});

test("what is kept for another reason than a surplus is no surplus", () => {
  const part = (reasonCode: "RECEIVE_AS_IS" | "OVERPAYMENT_KEPT") =>
    ({ kind: "KEEP", units: units("BTC", "0.001"), feeUnits: 0n, reasonCode }) as const;
  const excess = (reasonCode: "RECEIVE_AS_IS" | "OVERPAYMENT_KEPT") =>
    factsOf(rfq, units("BTC", "0.001"), "", [part(reasonCode)], {}).excess;
  expect(excess("RECEIVE_AS_IS")).toBeUndefined();
  expect(excess("OVERPAYMENT_KEPT")).toEqual(Decimal.from("0.001"));
});
