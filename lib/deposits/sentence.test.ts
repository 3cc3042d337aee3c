import { describe, expect, test } from "vitest";
import { billAt, EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import type { BillTerms } from "#lib/bills/bill.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { readFacts, withOutcome, writeFacts } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import { sentenceOf } from "./sentence.ts";
import { offerAt } from "./offer.fixture.ts";
import { settleFresh } from "./fresh-sale.ts";
import { type DepositArrival, keepAfterFailure, type Standing, settleMarket, treat } from "./treatment.ts";

const minutes = (count: number) => new Date(EXPIRY.getTime() + count * 60_000);
const btc = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250" });
const explicit = billAt({ asset: "BTC", fiat: "EUR", bid: "50000", receivable: "100", feeModel: "EXPLICIT" });
const rai = billAt({
  asset: "USDC@eth",
  fiat: "JPY",
  bid: "150",
  receivable: "15000",
  strategy: "RAI",
  feeModel: "EXPLICIT",
});
const lmt = billAt({
  asset: "USDT@eth",
  fiat: "JPY",
  bid: "150.25",
  receivable: "10000",
  strategy: "LMT",
  limitPrice: "148.7475",
});
const aca = billAt({
  asset: "USDT@tron",
  fiat: "EUR",
  bid: "0.92",
  receivable: "500",
  strategy: "ACA",
  feeModel: "EXPLICIT",
});
const paid: Standing = { units: btc.quantityUnits, feeUnits: 0n, fiatUnits: btc.fiatUnits };

const NOTHING: Standing = { units: 0n, feeUnits: 0n, fiatUnits: 0n };

function factsFor(
  terms: BillTerms,
  amount: string,
  times: Partial<DepositArrival> = {},
  standing: Standing = NOTHING,
): ReasonFacts {
  const arrival = {
    units: units(terms.asset, amount),
    asset: terms.asset,
    firstSeen: minutes(-10),
    confirmedAt: minutes(0),
    ...times,
  };
  return readFacts(writeFacts(treat(terms, arrival, standing).facts));
}

const sentence = (terms: BillTerms, ...how: [amount: string, times?: Partial<DepositArrival>, standing?: Standing]) =>
  sentenceOf(terms, factsFor(terms, ...how));

const fresh = (terms: BillTerms, amount: bigint, bid: string, minimum = 1n) =>
  settleFresh(terms, { kind: "FRESH", units: amount }, offerAt(bid, minimum), NOTHING) ?? [];

/** The sentence once the waiting part is settled. */
const settled = (
  terms: BillTerms,
  facts: ReasonFacts,
  method: "FRESH" | "MARKET",
  became: Parameters<typeof withOutcome>[3],
) => sentenceOf(terms, withOutcome(terms, facts, method, became));

test.each([
  [
    sentence(btc, "0.002"),
    "0.002 BTC arrived in time: 0.002 BTC sold at the bill's price of 59400 EUR for 118.80 EUR.",
  ],
  [
    sentence(btc, "0.00220876", { firstSeen: minutes(30) }),
    "0.00220876 BTC arrived late, 30 min after the bill expired: 0.00220876 BTC held as crypto, because the bill's price no longer applies.",
  ],
  [
    sentence(explicit, "0.0025"),
    "0.0025 BTC arrived in time, 0.00047979 BTC more than the bill still asks for: 0.00202021 BTC sold at the bill's price of 50000 EUR," +
      " after a service fee of 0.0000202 BTC, for 100.00 EUR; 0.00047979 BTC waits to be sold at a fresh price.",
  ],
  [
    sentence({ ...btc, overpayment: "KEEP" }, "0.001", {}, paid),
    "0.001 BTC arrived in time after the bill's quantity was paid in full: 0.001 BTC held as crypto, because the bill keeps overpayments.",
  ],
  [
    sentence(rai, "100.5"),
    "100.5 USDC arrived in time: 100.5 USDC held as crypto, less the transaction fee of 0.5025 USDC, because the bill receives as is.",
  ],
  [
    sentence(lmt, "67.228021"),
    "67.228021 USDT (eth) arrived in time: 67.228021 USDT (eth) held as crypto, less the transaction fee of 0.33614 USDT (eth)," +
      " because the price is not better than the limit of 148.7475 JPY.",
  ],
  [
    sentence(aca, "10", { confirmedAt: minutes(121) }),
    "10 USDT (tron) arrived in time but was confirmed only 2 h 1 min after the bill expired, past the 2 h its price is guaranteed:" +
      " 10 USDT (tron) waits to be sold by market order.",
  ],
  [
    sentence(btc, "0.002", { released: { at: minutes(180), holder: "ACCOUNT" } }),
    "0.002 BTC arrived in time but was released from its hold only 3 h after its confirmation, so the lower of the bill's price and a fresh one counts:" +
      " 0.002 BTC waits to be sold at a fresh price.",
  ],
  [
    sentence(btc, "0.002", { older: true }),
    "0.002 BTC was in the chain before the bill was created, so it counts as late:" +
      " 0.002 BTC held as crypto, because the bill's price no longer applies.",
  ],
  [
    sentence(btc, "0.00000545"),
    "0.00000545 BTC received, less than 0.00000546 BTC: below the minimum; held as crypto, no fee.",
  ],
  [
    sentence(btc, "0.002", { firstSeen: new Date(EXPIRY.getTime() + 1) }),
    "0.002 BTC arrived late, 1 s after the bill expired: 0.002 BTC held as crypto, because the bill's price no longer applies.",
  ],
  [
    sentence(btc, "0.002", { firstSeen: new Date(EXPIRY.getTime() + 1_001) }),
    "0.002 BTC arrived late, 2 s after the bill expired: 0.002 BTC held as crypto, because the bill's price no longer applies.",
  ],
  [
    sentence(btc, "0.002", { firstSeen: new Date(EXPIRY.getTime() + 61_000) }),
    "0.002 BTC arrived late, 2 min after the bill expired: 0.002 BTC held as crypto, because the bill's price no longer applies.",
  ],
])("%s", (sentence, expected) => expect(sentence).toBe(expected));

describe("a settled part is told in the place of its waiting", () => {
  test("sold at a fresh price", () => {
    const became = fresh(explicit, 47_979n, "49000.12345678");
    expect(settled(explicit, factsFor(explicit, "0.0025"), "FRESH", became)).toBe(
      "0.0025 BTC arrived in time, 0.00047979 BTC more than the bill still asks for: 0.00202021 BTC sold at the bill's price of 50000 EUR," +
        " after a service fee of 0.0000202 BTC, for 100.00 EUR; 0.00047979 BTC sold at a fresh price of 49000.12345678 EUR," +
        " after a service fee of 0.00000479 BTC, for 23.27 EUR.",
    );
  });
  test("sold in part by market order, the rest kept", () => {
    const became = settleMarket(aca, 10_000_000n, { soldUnits: 6_000_000n, proceeds: Decimal.from("5.52") });
    const late = factsFor(aca, "10", { firstSeen: minutes(1) });
    expect(settled(aca, late, "MARKET", became)).toBe(
      "10 USDT (tron) arrived late, 1 min after the bill expired: 6 USDT (tron) sold by market order at 0.9108 EUR for 5.46 EUR;" +
        " 4 USDT (tron) held as crypto, because it could not be sold.",
    );
  });
  test("kept: below the minimum, or less τ", () => {
    const surplus = factsFor(btc, "0.00001", {}, paid);
    const small = fresh(btc, 1_000n, "60000", 2_000n);
    expect(settled(btc, surplus, "FRESH", small)).toBe(
      "0.00001 BTC arrived in time after the bill's quantity was paid in full:" +
        " 0.00001 BTC held as crypto, because it is below the smallest amount that can be sold.",
    );
    const met = { ...lmt, limitPrice: Decimal.from("148") };
    const over = factsFor(met, "68.228021");
    expect(settled(met, over, "FRESH", [keepAfterFailure(met, 1_000_000n)])).toContain(
      "; 1 USDT (eth) held as crypto, less the transaction fee of 0.005 USDT (eth), because it could not be sold.",
    );
  });
  test("a fee of one smallest unit is told, none is not", () => {
    const sale = (units: bigint) => fresh(explicit, units, "60000");
    const waiting = factsFor(explicit, "0.0025");
    expect(settled(explicit, waiting, "FRESH", sale(100n))).toContain("after a service fee of 0.00000001 BTC,");
    expect(settled(explicit, waiting, "FRESH", sale(99n))).toContain(
      "0.00000099 BTC sold at a fresh price of 60000 EUR for",
    );
    const over = factsFor({ ...lmt, limitPrice: Decimal.from("148") }, "68.228021");
    const retained = (units: bigint) => settled(lmt, over, "FRESH", [keepAfterFailure(lmt, units)]);
    expect(retained(200n)).toContain("less the transaction fee of 0.000001 USDT (eth), because");
    expect(retained(199n)).toContain("0.000199 USDT (eth) held as crypto, because");
  });
  test("and a sentence without waiting stays", () => {
    const facts = factsFor(btc, "0.002");
    expect(withOutcome(btc, facts, "FRESH", [])).toEqual(facts);
    const late = factsFor(aca, "10", { firstSeen: minutes(1) });
    expect(withOutcome(aca, late, "FRESH", [])).toEqual(late);
  });
});

describe("the facts of a reason", () => {
  const number = Decimal.from;
  test("in time, with more than the bill asks for: its excess, and what each part is", () => {
    expect(factsFor(explicit, "0.0025")).toEqual({
      quantity: number("0.0025"),
      excess: number("0.00047979"),
      parts: [
        {
          outcome: "SOLD",
          method: "RFQ",
          quantity: number("0.00202021"),
          feeQuantity: number("0.0000202"),
          price: number("50000"),
          fiat: number("100"),
        },
        { outcome: "WAITS", method: "FRESH", quantity: number("0.00047979") },
      ],
    });
  });
  test("late: by what, by how much, and past which guarantee", () => {
    const retained = { outcome: "KEPT", quantity: number("0.002"), reasonCode: "BILL_EXPIRED" };
    const seen = factsFor(btc, "0.002", { firstSeen: new Date(EXPIRY.getTime() + 1) });
    expect(seen).toEqual({ quantity: number("0.002"), lateBy: "SEEN", afterExpiryMs: 1, parts: [retained] });
    expect(factsFor(btc, "0.002", { confirmedAt: minutes(180) })).toEqual({
      quantity: number("0.002"),
      lateBy: "CONFIRMED",
      afterExpiryMs: 10_800_000,
      guaranteeMs: 7_200_000,
      parts: [retained],
    });
    expect(factsFor(btc, "0.002", { released: { at: minutes(180), holder: "ACCOUNT" } })).toEqual({
      quantity: number("0.002"),
      heldMs: 10_800_000,
      parts: [{ outcome: "WAITS", method: "FRESH", quantity: number("0.002") }],
    });
  });
  test("kept under its limit: the limit and the fee; dust: the minimum", () => {
    expect(factsFor(lmt, "67.228021").parts).toEqual([
      {
        outcome: "KEPT",
        quantity: number("67.228021"),
        feeQuantity: number("0.33614"),
        reasonCode: "LIMIT_NOT_MET",
        limitPrice: number("148.7475"),
      },
    ]);
    expect(factsFor(btc, "0.00000545")).toMatchObject({
      quantity: number("0.00000545"),
      minimum: number("0.00000546"),
    });
  });
});
