import { expect, test } from "vitest";
import { billAt } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Part, sharesOf, type SoldPart } from "./part.ts";
import { factsOf, type Timing, withOutcome, withParts } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import { sentenceOf } from "./sentence.ts";

const of = (text: string) => Decimal.from(text);
const btc = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250" });
const keep = (reasonCode: "BELOW_MINIMUM" | "BILL_EXPIRED" | "OVERPAYMENT_KEPT"): Part => ({
  ...{ kind: "KEEP", units: 1_000n, feeUnits: 5n, reasonCode },
});
const sold: Part = {
  ...{ kind: "GUARANTEED", units: 2_000n, feeUnits: 0n, fiatUnits: 118n },
  ...{ price: of("59400"), gross: of("1.18") },
};
const [all, gross] = [
  { units: 2_000n, soldUnits: 1_980n, feeUnits: 20n, fiatUnits: 117n, price: of("59400") },
  of("1.17"),
];
const market: SoldPart = { kind: "SOLD", method: "FRESH", feeModel: "EXPLICIT", ...all, gross };
const KEPT = { outcome: "KEPT", quantity: of("0.00001"), feeQuantity: of("0.00000005") };
const SOLD = { outcome: "SOLD", method: "RFQ", quantity: of("0.00002"), price: of("59400"), fiat: of("1.18") };

test.each<[string, string, readonly (Part | SoldPart)[], Timing, object]>([
  ["dust, with the least that is treated", "DUST", [keep("BELOW_MINIMUM")], {}, { minimum: of("0.00000546") }],
  ["in time", "RFQ_IN_TIME", [sold], {}, { excess: of("0.00001") }],
  ["in time, and held for long", "RFQ_IN_TIME", [sold], { heldMs: 7 }, { heldMs: 7, excess: of("0.00001") }],
  ["more than was left to pay", "RFQ_IN_TIME", [{ kind: "FRESH", units: 3_000n }], {}, { excess: of("0.00003") }],
  ["more, of which nothing is sold", "RFQ_IN_TIME", [keep("OVERPAYMENT_KEPT")], {}, { excess: of("0.00003") }],
  [
    "sold under the price, as held for long",
    "RFQ_IN_TIME",
    [{ kind: "FRESH", units: 3_000n, atMost: of("1") }],
    {},
    {},
  ],
  ["exactly", "RFQ_IN_TIME", [{ ...sold, units: 3_000n }], {}, {}],
  ["but for one unit", "RFQ_IN_TIME", [{ ...sold, units: 2_999n }], {}, { excess: of("0.00000001") }],
  ["to pay one unit", "RFQ_IN_TIME", [{ ...sold, units: 1n }], {}, { excess: of("0.00002999") }],
  [
    "sold in part of what was left to pay",
    "RFQ_IN_TIME",
    [{ ...market, ofQuantity: true }],
    {},
    { excess: of("0.00001") },
  ],
  ["sold, and nothing of it was left to pay", "RFQ_IN_TIME", [market], {}, {}],
  [
    "more, and kept in part",
    "RFQ_IN_TIME",
    [keep("BILL_EXPIRED"), { kind: "FRESH", units: 2_000n }],
    {},
    { excess: of("0.00003") },
  ],
  ["seen late", "RFQ_LATE", [], { lateBy: "SEEN", afterExpiryMs: 9 }, { lateBy: "SEEN", afterExpiryMs: 9 }],
  [
    "confirmed late, past what is guaranteed",
    "RFQ_LATE",
    [],
    { lateBy: "CONFIRMED", afterExpiryMs: 9 },
    { lateBy: "CONFIRMED", afterExpiryMs: 9, guaranteeMs: 7_200_000 },
  ],
  ["older than its bill", "RFQ_LATE", [], { lateBy: "OLDER" }, { lateBy: "OLDER" }],
])("the facts of what came %s", (_what, rule, parts, timing, facts) => {
  const { parts: named, ...rest } = factsOf(btc, 3_000n, rule, parts, timing);
  expect(Object.keys(rest)).toEqual(["quantity", ...Object.keys(facts)]);
  expect(JSON.stringify(rest)).toBe(JSON.stringify({ quantity: of("0.00003"), ...facts }));
  expect(named).toHaveLength(parts.length);
});

test("each part says what became of it, and what waits says for what", () => {
  const parts: Part[] = [sold, keep("BILL_EXPIRED"), { kind: "FRESH", units: 5n }, { kind: "MARKET", units: 6n }];
  expect(factsOf(btc, 3_011n, "RFQ_IN_TIME", parts, {}).parts.map((part) => JSON.parse(JSON.stringify(part)))).toEqual(
    [
      SOLD,
      { ...KEPT, reasonCode: "BILL_EXPIRED" },
      { outcome: "WAITS", method: "FRESH", quantity: of("0.00000005") },
      { outcome: "WAITS", method: "MARKET", quantity: of("0.00000006") },
    ].map((part) => JSON.parse(JSON.stringify(part)) as unknown),
  );
});

test("what is kept by its limit names it, and nothing else does", () => {
  const lmt = billAt({
    asset: "USDT@eth",
    fiat: "JPY",
    bid: "150",
    receivable: "10000",
    strategy: "LMT",
    limitPrice: "148",
  });
  const named = (terms: typeof btc, part: Part) => {
    const [fact = {}] = withParts(terms, { quantity: of("1"), parts: [] }, [part]).parts;
    return "limitPrice" in fact ? String(fact.limitPrice) : "no limit";
  };
  const byRule = { kind: "KEEP", units: 1n, feeUnits: 0n } as const;
  expect([
    named(lmt, { ...byRule, reasonCode: "LIMIT_NOT_MET" }),
    named(lmt, { ...byRule, reasonCode: "BILL_EXPIRED" }),
    named(btc, { ...byRule, reasonCode: "LIMIT_NOT_MET" }),
  ]).toEqual(["148", "no limit", "no limit"]);
  expect(withParts(btc, { quantity: of("1"), lateBy: "OLDER", parts: [] }, []).lateBy).toBe("OLDER");
});

test("a deposit's shares: what waits, what was sold and what is kept less their fees, and the fees", () => {
  expect(
    sharesOf([sold, market, keep("BILL_EXPIRED"), { kind: "FRESH", units: 7n }, { kind: "MARKET", units: 8n }]),
  ).toEqual({
    ...{ pendingUnits: 15n, convertedUnits: 3_980n, unconvertedUnits: 995n, feeUnits: 25n, fiatUnits: 235n },
  });
});

test("what waited is replaced by what it became, and nothing else is", () => {
  const parts: (Part | SoldPart)[] = [market, { kind: "FRESH", units: 5n }, { kind: "MARKET", units: 6n }];
  const facts = withParts(btc, { quantity: of("0.5"), parts: [] }, parts);
  const outcomes = ({ parts: each }: ReasonFacts) => each.map(({ outcome, method }) => `${outcome} ${method}`);
  const settled = withOutcome(btc, facts, "FRESH", [sold]);
  expect(outcomes(settled)).toEqual(["SOLD FRESH", "SOLD RFQ", "WAITS MARKET"]);
  expect(withOutcome(btc, settled, "FRESH", [sold])).toBe(settled);
});

const PARTS = { quantity: of("0.00003"), parts: [] };
const became = (part: object) => ({ quantity: of("0.5"), parts: [part] }) as unknown as ReasonFacts;
test.each<[ReasonFacts, string]>([
  [{ ...PARTS, gone: "REORGANISED" }, "A reorganisation of the chain took the block with this deposit away."],
  [{ ...PARTS, screened: true }, "0.00003 BTC waits: the operator checks its origin."],
  [
    { ...PARTS, assigned: true },
    "0.00003 BTC arrived at an address of no bill and was assigned to this one by the operator: held as crypto, the bill's price does not apply to it.",
  ],
  [
    { ...PARTS, network: "eth", billCryptoType: "USDT", billNetworkType: "tron" },
    "0.00003 BTC on eth was received for a bill in USDT@tron; staff pay it back or decline it.",
  ],
  [
    { ...PARTS, network: "bitcoin", billCryptoType: "BCH" },
    "0.00003 BTC on bitcoin was received for a bill in BCH; staff pay it back or decline it.",
  ],
  [
    {
      ...became({ outcome: "WAITS", method: "MARKET", quantity: of("0.5") }),
      lateBy: "RELEASED",
      afterExpiryMs: 1_001,
      guaranteeMs: 2_001,
    },
    "0.5 BTC arrived in time but was released from its hold only 2 s after the bill expired, past the 3 s its price is guaranteed: 0.5 BTC waits to be sold by market order.",
  ],
  [
    became({ outcome: "KEPT", quantity: of("0.5"), reasonCode: "INSUFFICIENT_LIQUIDITY" }),
    "0.5 BTC arrived in time: 0.5 BTC held as crypto, because the market did not take it near its best price.",
  ],
  [{ ...PARTS, gone: "DOUBLE_SPENT" }, "Another transaction spent the same coins first."],
  [{ ...PARTS, gone: "EVICTED" }, "The transaction left the mempool without being mined."],
  [
    { ...PARTS, limit: of("0.5"), inAll: of("0.92") },
    "0.00003 BTC brings the total received to 0.92 BTC, above the account's limit of 0.5 BTC.",
  ],
  [{ ...PARTS, limit: of("0.00001") }, "0.00003 BTC is above the account's limit of 0.00001 BTC for one deposit."],
  [
    { ...PARTS, limit: of("0.5"), inAll: of("0.92"), byHouse: true },
    "0.00003 BTC brings the total received to 0.92 BTC, above the operator's limit of 0.5 BTC.",
  ],
  [
    { ...PARTS, limit: of("0.00001"), byHouse: true },
    "0.00003 BTC is above the operator's limit of 0.00001 BTC for one deposit.",
  ],
  [
    { ...PARTS, lateBy: "OLDER" },
    "0.00003 BTC was in the chain before the bill was created: staff release or decline it.",
  ],
  [
    { ...PARTS, minimum: of("0.00005") },
    "0.00003 BTC received, less than 0.00005 BTC: below the minimum; held as crypto, no fee.",
  ],
  [
    became({ outcome: "KEPT", quantity: of("0.5"), reasonCode: "OVERPAYMENT_KEPT" }),
    "0.5 BTC arrived in time: 0.5 BTC held as crypto, because the bill keeps overpayments.",
  ],
  [
    became({ ...SOLD, quantity: of("0.5"), feeQuantity: of("0.005"), fiat: of("29403") }),
    "0.5 BTC arrived in time: 0.5 BTC sold at the bill's price of 59400 EUR, after a service fee of 0.005 BTC, for 29403.00 EUR.",
  ],
])("a reason is a sentence: %#", (facts, sentence) => expect(sentenceOf(btc, facts)).toBe(sentence));
