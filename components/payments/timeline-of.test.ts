import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord, FillRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { CREATED, deposit, EXPIRY, payment } from "./payment.fixture.ts";
import { timelineOf } from "./timeline-of.ts";

const of = (text: string) => Decimal.from(text);
const AFTER = EXPIRY + 3_600_000;
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const line = ({ key, tone, glyph, title, amount, note }: ReturnType<typeof timelineOf>[number]) =>
  [key, tone, glyph, plain(title), plain(amount), plain(typeof note === "string" ? note : undefined)].join(" | ");
const lines = (changes: Partial<PaymentRecord>, now = AFTER) => timelineOf(payment(changes), now).map(line);
const fill = (more: Partial<FillRecord> = {}): FillRecord => ({
  ...{ method: "RFQ", feeModel: "SPREAD", quantity: of("0.002"), feeQuantity: of("0") },
  ...{ price: of("59400"), fiat: of("118.8"), at: CREATED + 500_000 },
  ...more,
});
const ofDeposit = (more: Partial<DepositRecord>, changes: Partial<PaymentRecord> = {}) =>
  lines({ ...changes, deposits: [deposit(more)] }, CREATED + 1_000_000).slice(2);

test("how a bill began: what was requested, and the price, with its limit", () => {
  expect(lines({}, CREATED)).toEqual([
    "requested | none | draft | Bill requested | 250.00 EUR | RFQ, spread, for acme-42",
    "price | none | note | Price set |  | 250.00 EUR at 59 400 EUR = 0.00420876 BTC (rounded up)",
  ]);
  const limit = (limitMet: boolean | undefined) =>
    lines({ limitPrice: of("60000"), ...(limitMet !== undefined && { limitMet }) }, CREATED)[1];
  expect(limit(true)).toContain("(rounded up) Limit 60 000: the promised price is better.");
  expect(limit(false)).toContain("(rounded up) Limit 60 000: the promised price is not better.");
  expect(limit(undefined)).toBe(limit(false));
});

test("it ends at its expiry, and not before", () => {
  expect(lines({}, EXPIRY - 1)).toHaveLength(2);
  expect(lines({}, EXPIRY)[2]).toBe("ended | none | expired | Bill expired |  | Deposits from now on are late.");
});

test("deposits are numbered as they were seen; late is after the end; confirmations count up to what is needed", () => {
  const deposits = [
    deposit({ txId: "b", firstSeen: EXPIRY + 1_000, confirmations: 9 }),
    deposit({ txId: "a", firstSeen: EXPIRY, confirmations: 1 }),
  ];
  expect(lines({ deposits }).slice(2)).toEqual([
    "a seen | out | pie | Deposit 1 seen, in time | 0.00200000 | 1/2 confirmations",
    "ended | none | expired | Bill expired |  | Deposits from now on are late.",
    "b seen | out | pie | Deposit 2 seen, late by 1 s | 0.00200000 | 2/2 confirmations",
  ]);
  const [, , seen] = timelineOf(payment({ deposits: [deposit({ txHash: "hash" })] }), CREATED);
  expect(seen?.hash).toEqual({ value: "hash", name: "transaction hash" });
});

test("a sale says what was sold at which price, its fee apart", () => {
  const fills = [
    fill(),
    fill({ method: "MARKET", feeQuantity: of("0.0005"), at: CREATED + 500_001 }),
    fill({ method: "FRESH", at: CREATED + 500_002 }),
    fill({ method: "CONVERSION", at: CREATED + 500_003 }),
  ];
  expect(ofDeposit({ fills }).slice(1)).toEqual([
    "t1 fill 0 | done | done | Converted at the bill’s price | 118.80 EUR | 0.002 BTC × 59 400.",
    "t1 fill 1 | done | away | Converted by market order | 118.80 EUR | 0.0015 BTC × 59 400. Fee 0.0005 BTC.",
    "t1 fill 2 | done | done | Converted at a fresh quote | 118.80 EUR | 0.002 BTC × 59 400.",
    "t1 fill 3 | done | done | Converted by a conversion | 118.80 EUR | 0.002 BTC × 59 400.",
  ]);
});

test("what became of a deposit that was not sold; another asset is named", () => {
  const other = { cryptoType: "USDC", networkType: "eth", quantity: of("7") } as const;
  expect(ofDeposit({ status: "HELD", reasonCode: "WRONG_ASSET", ...other })[1]).toBe(
    "t1 treated | fail | attn | Held | 7.000000 USDC | wrong asset",
  );
  expect(ofDeposit({ status: "DECLINED" })[1]).toBe("t1 treated | none | cancel | Declined | 0.00200000 | ");
  expect(ofDeposit({ status: "DROPPED", reasonCode: "DOUBLE_SPENT" })[1]).toBe(
    "t1 treated | fail | attn | Dropped | 0.00200000 | double spent",
  );
  expect(ofDeposit({})).toHaveLength(1);
});

test("what stays as crypto waits for a decision, unless that is the bill's way or its limit's", () => {
  const stays = { status: "CREDITED", quantityUnconverted: of("0.001"), reasonCode: "BILL_EXPIRED" } as const;
  expect(ofDeposit(stays)[1]).toBe("t1 treated | wait | kept | Kept as BTC | 0.00100000 | bill expired");
  expect(ofDeposit({ ...stays, feeQuantity: of("0.0001") })[1]).toBe(
    "t1 treated | wait | kept | Kept as BTC | 0.00100000 | bill expired Fee 0.0001 BTC.",
  );
  expect(ofDeposit(stays, { strategy: "RAI" })[1]).toMatch(/^t1 treated \| none \| kept/);
  expect(ofDeposit({ ...stays, reasonCode: "LIMIT_NOT_MET" })[1]).toMatch(/^t1 treated \| none \| kept/);
  const { reasonCode: _, ...unexplained } = stays;
  expect(ofDeposit(unexplained)[1]).toBe("t1 treated | wait | kept | Kept as BTC | 0.00100000 | ");
  const reasonFacts = { quantity: of("0.001"), minimum: of("0.002") } as NonNullable<DepositRecord["reasonFacts"]>;
  const explained = ofDeposit({ ...stays, feeQuantity: of("0.0001"), reasonFacts })[1];
  expect(explained).toContain("0.002 BTC");
  expect(explained).not.toContain("Fee 0.0001");
});

test("conversions that are under way or were cancelled lead to their page; of an executed one there is its sale", () => {
  const conversions = (["EXECUTED", "CREATED", "CANCELLED"] as const).map((status, at) => ({
    ...{ invoiceId: `i${at}`, status, quantity: of("0.001") },
  })) as unknown as PaymentRecord["conversions"];
  const shown = timelineOf(payment({ conversions }), CREATED).slice(2);
  expect(shown.map(line)).toEqual([
    "i1 | out | half | In conversion: Created | 0.00100000 | ",
    "i2 | none | cancel | In conversion: Cancelled | 0.00100000 | ",
  ]);
  expect(shown[0]?.hash).toEqual({ value: "i1", name: "Open the conversion", href: "/conversions?invoice=i1" });
});
