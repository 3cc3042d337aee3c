import { describe, expect, test } from "vitest";
import { billAt, EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { keep, waitingIn, withOneFee } from "./part.ts";
import { factsOf, readFacts, writeFacts } from "./reason.ts";
import { type DepositArrival, isLate, priceHeldUntil, type Standing, treat } from "./treatment.ts";

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

describe("of what is kept of a deposit in several parts the fee is that of all of it together", () => {
  const rai = { strategy: "RAI", transactionFeeBps: 50 } as const;
  const split = (terms: Parameters<typeof withOneFee>[0], ...units: bigint[]) =>
    withOneFee(
      terms,
      units.map((one) => keep(terms, one, "RECEIVE_AS_IS")),
    ).map(({ feeUnits }) => feeUnits);

  test("the later bears what the earlier did not", () => {
    // 0.5 % of 399 and of 400 is 1 and 2, of both together 3.
    expect(split(rai, 399n)).toEqual([1n]);
    expect(split(rai, 399n, 400n)).toEqual([1n, 2n]);
    expect(split(rai, 399n, 401n)).toEqual([1n, 3n]);
    expect(split(rai, 199n, 199n, 199n)).toEqual([0n, 1n, 1n]);
    expect(split({ ...rai, strategy: "RFQ" }, 399n, 401n)).toEqual([0n, 0n]);
  });

  test("dust bears none, and stays so", () => {
    const { parts } = treat({ ...rfq, ...rai }, { ...arrived(rfq), units: 500n }, NOTHING);
    expect(withOneFee(rai, parts)).toEqual([{ kind: "KEEP", units: 500n, feeUnits: 0n, reasonCode: "BELOW_MINIMUM" }]);
  });

  test("what is not kept stays as it is, between two kept parts too", () => {
    const fresh = { kind: "FRESH", units: 1_000n } as const;
    const [first, second] = [keep(rai, 199n, "LIMIT_NOT_MET"), keep(rai, 199n, "BELOW_MINIMUM")];
    expect(withOneFee(rai, [first, fresh, second])).toEqual([first, fresh, { ...second, feeUnits: 1n }]);
  });
});

describe("until when a release gets the bill's price", () => {
  test("is the bill's guarantee where the house holds it, its grace after the confirmation where the account does", () => {
    expect(priceHeldUntil(rfq, arrived(rfq), "HOUSE", NOTHING)).toEqual(pastExpiry(7_200_000));
    expect(priceHeldUntil(rfq, arrived(rfq), "ACCOUNT", NOTHING)).toEqual(pastExpiry(1_000 + rfq.holdGraceMs));
    const twice = { ...arrived(rfq), units: rfq.quantityUnits * 2n };
    expect(priceHeldUntil(rfq, twice, "HOUSE", NOTHING)).toEqual(pastExpiry(7_200_000));
  });

  test("is no moment where nothing is sold at it: of a bill that is kept, and of one that is paid already", () => {
    const rai = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250", strategy: "RAI" });
    expect(priceHeldUntil(rai, arrived(rai), "HOUSE", NOTHING)).toBeUndefined();
    const paid = { units: rfq.quantityUnits, feeUnits: 0n, fiatUnits: rfq.fiatUnits };
    expect(priceHeldUntil(rfq, arrived(rfq), "HOUSE", paid)).toBeUndefined();
  });
});

test("late is what was seen after the end, confirmed after the guarantee, or is older than its bill", () => {
  const late = (more: Partial<DepositArrival>) => isLate(rfq, { ...arrived(rfq), ...more });
  expect([late({}), late({ firstSeen: EXPIRY }), late({ confirmedAt: pastExpiry(rfq.guaranteeMs) })]).toEqual([
    ...[false, false, false],
  ]);
  expect([
    late({ firstSeen: pastExpiry(1) }),
    late({ confirmedAt: pastExpiry(rfq.guaranteeMs + 1) }),
    late({ older: true }),
  ]).toEqual([true, true, true]);
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
