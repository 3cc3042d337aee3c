import { describe, expect, test } from "vitest";
import { amountStatus, type BillDeposit, type BillTerms, billStatus, factsOf, labelsOf } from "#lib/bills/bill.ts";
import { billAt, EXPIRY, units } from "#lib/bills/terms.fixture.ts";
import { type Part, type SoldPart, type Shares, reasonOf, sharesOf, statusOf } from "#lib/deposits/part.ts";
import { type Arrival, type GuaranteedPart, settleFresh, settleMarket, standingOf, treat } from "#lib/deposits/treatment.ts";
import { type CryptoAsset, type Fiat, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { openBook, linesOf } from "#lib/ledger/book.fixture.ts";
import {
  confirmed,
  confirmedAgain,
  depositKey,
  invoiceKey,
  invoiceLocked,
  type JournalEntry,
  keptLessFee,
  payoutFiat,
  reversedSold,
  sold,
  tradeKey,
  venueFill,
} from "#lib/ledger/journal.ts";
import { sellPrice } from "#lib/pricing/price.ts";
import { invoiceSale } from "./invoice.ts";

const ACCOUNT = "psp";
const IN_TIME = { firstSeen: new Date(EXPIRY.getTime() - 60_000), confirmedAt: EXPIRY };
const LATE = { firstSeen: new Date(EXPIRY.getTime() + 60_000), confirmedAt: new Date(EXPIRY.getTime() + 120_000) };
const BEFORE = new Date(EXPIRY.getTime() - 1);
const AFTER = new Date(EXPIRY.getTime() + 24 * 3_600_000);

type Settled = Part | SoldPart;
type Deposit = { arrival: Arrival; parts: Settled[]; late: boolean; reason: string | undefined; record: BillDeposit; lines: string[] };

/** One bill with its deposits and the ledger, driven by the pure rules alone as the verbs drive them. */
function open(terms: BillTerms) {
  const book = openBook();
  const deposits: Deposit[] = [];
  const own = { accountId: ACCOUNT, asset: terms.asset };
  const post = (entry: JournalEntry) => {
    book.post(entry);
    return linesOf(entry);
  };
  const place = (outputIndex: number, timesConfirmed = 1) => ({ network: networkOf(terms.asset), txHash: "aa", outputIndex, timesConfirmed });

  function settle(part: Part, bid?: string, fills?: [string, string][]): Settled[] {
    if (part.kind === "FRESH" && bid) return [settleFresh(terms, part.units, Decimal.from(bid), 546n)];
    if (part.kind !== "MARKET" || !fills) return [part];
    const soldUnits = fills.reduce((sum, [quantity]) => sum + units(terms.asset, quantity), 0n);
    const proceeds = fills.reduce((sum, [quantity, price]) => sum.plus(Decimal.from(quantity).times(Decimal.from(price))), Decimal.ZERO);
    return settleMarket(terms, part.units, { soldUnits, proceeds });
  }

  function postPart(part: Settled, key: (step: "guaranteed" | "fresh" | "market" | "kept") => string, owedFiatUnits = 0n): string[] {
    if (part.kind === "KEEP") return post(keptLessFee({ ...own, effectKey: key("kept"), ...part }));
    if (part.kind === "FRESH" || part.kind === "MARKET") return [];
    const step = part.kind === "GUARANTEED" ? "guaranteed" : part.method === "FRESH" ? "fresh" : "market";
    return post(sold({ ...own, effectKey: key(step), from: "pending", fiat: terms.fiat, owedFiatUnits, ...part }));
  }

  const standing = () => standingOf(deposits.flatMap(({ parts }) => parts.filter((part): part is GuaranteedPart => part.kind === "GUARANTEED")));

  function arrive(amount: string, times: Omit<Arrival, "units" | "asset">, later: { bid?: string; fills?: [string, string][] } = {}): Deposit {
    const arrival = { ...times, units: units(terms.asset, amount), asset: terms.asset };
    const index = deposits.length;
    const treatment = treat(terms, arrival, standing());
    const parts = treatment.parts.flatMap((part) => settle(part, later.bid, later.fills));
    const lines = post(confirmed({ ...own, effectKey: depositKey(place(index)), units: arrival.units }));
    for (const part of parts) lines.push(...postPart(part, (step) => depositKey(place(index), step)));
    const record = { quantityUnits: arrival.units, status: statusOf(parts), wrongAsset: false, dust: treatment.rule === "DUST", late: treatment.late };
    const deposit = { arrival, parts, late: treatment.late, reason: reasonOf(parts), record: { ...record, wasCredited: true, reasonCode: reasonOf(parts) ?? null }, lines };
    deposits.push(deposit);
    return deposit;
  }

  /** The record's identity, per bill: received = pending + converted + unconverted + fee. */
  function shares(): Shares & { receivedUnits: bigint } {
    const all = sharesOf(deposits.flatMap(({ parts }) => parts));
    const receivedUnits = deposits.reduce((sum, { arrival }) => sum + arrival.units, 0n);
    expect(all.pendingUnits + all.convertedUnits + all.unconvertedUnits + all.feeUnits).toBe(receivedUnits);
    return { ...all, receivedUnits };
  }

  function states(now = BEFORE): string[] {
    const records = deposits.map(({ record }) => record);
    const facts = { ...terms, ...factsOf(records) };
    return [billStatus(facts, now), amountStatus(facts, now), ...labelsOf(records)];
  }
  return { terms, book, deposits, post, place, own, postPart, arrive, shares, states };
}

/** "C + U + f → fiat" as the trade writes it. */
function split({ terms, shares }: { terms: BillTerms; shares: () => Shares }): string {
  const { convertedUnits, unconvertedUnits, feeUnits, fiatUnits } = shares();
  const crypto = (amount: bigint) => Decimal.of(amount, scaleOf(terms.asset)).toString();
  return `C ${crypto(convertedUnits)} U ${crypto(unconvertedUnits)} f ${crypto(feeUnits)} → ${Decimal.of(fiatUnits, scaleOf(terms.fiat)).toFixed(scaleOf(terms.fiat))}`;
}

const promise = ({ asset, price, quantityUnits }: BillTerms) => `${price} ${Decimal.of(quantityUnits, scaleOf(asset))}`;

function checkPending(world: ReturnType<typeof open>): void {
  const { pendingUnits, unconvertedUnits, fiatUnits, receivedUnits } = world.shares();
  const { book, terms } = world;
  expect(book.balance(`acc:${ACCOUNT}:pending`, terms.asset)).toBe(pendingUnits);
  expect(book.balance(`acc:${ACCOUNT}:available`, terms.asset)).toBe(unconvertedUnits);
  expect(book.balance(`acc:${ACCOUNT}:available`, terms.fiat)).toBe(fiatUnits);
  expect(book.balance(`custody:${networkOf(terms.asset)}`, terms.asset)).toBe(receivedUnits);
}

describe("1. BTC/EUR, RFQ, SPREAD, exact", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" }));
  const { lines, parts } = world.arrive("0.00168351", IN_TIME);

  test("P, Q and the credit of exactly F", () => {
    expect(promise(world.terms)).toBe("59400 0.00168351");
    expect(parts).toMatchObject([{ gross: Decimal.from("100.000494"), fiatUnits: 10_000n }]);
    expect(split(world)).toBe("C 0.00168351 U 0 f 0 → 100.00");
    expect(world.states()).toEqual(["COMPLETED", "PAID"]);
    checkPending(world);
  });

  test("its postings, and the hedge's", () => {
    expect(lines).toEqual([
      "Dr custody:bitcoin 0.00168351 BTC",
      "Cr acc:psp:pending 0.00168351 BTC",
      "Dr acc:psp:pending 0.00168351 BTC",
      "Cr house:book 0.00168351 BTC",
      "Dr house:book 100 EUR",
      "Cr acc:psp:available 100 EUR",
    ]);
    const product = Decimal.from("0.00168351").times(Decimal.from("60010"));
    expect(product.toString()).toBe("101.0274351");
    const hedge = venueFill({ effectKey: tradeKey("v", "1"), venue: "v", asset: "BTC", units: 168_351n, fiat: "EUR", fiatUnits: product.floorUnits(2) });
    expect(world.post(hedge)).toEqual(["Dr venue:v 101.02 EUR", "Cr house:book 101.02 EUR", "Dr house:book 0.00168351 BTC", "Cr venue:v 0.00168351 BTC"]);
    expect([world.book.balance("house:book", "BTC"), world.book.balance("house:book", "EUR")]).toEqual([0n, 102n]);
  });
});

test("2. BTC/EUR, RFQ, SPREAD, in parts across expiry, the rest by invoice", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "250" }));
  expect(promise(world.terms)).toBe("59400 0.00420876");
  const first = world.arrive("0.002", IN_TIME);
  expect(first.parts).toMatchObject([{ fiatUnits: 11_880n }]);
  expect(world.states()).toEqual(["PROCESSING", "PARTIAL"]);
  expect(world.states(AFTER)).toEqual(["COMPLETED", "UNDERPAID"]);
  const second = world.arrive("0.00220876", LATE);
  expect([second.record.status, second.reason]).toEqual(["CREDITED", "BILL_EXPIRED"]);
  expect(world.states(AFTER)).toEqual(["COMPLETED", "PAID", "LATE", "MULTIPLE"]);
  expect([...first.lines, ...second.lines]).toEqual([
    "Dr custody:bitcoin 0.002 BTC",
    "Cr acc:psp:pending 0.002 BTC",
    "Dr acc:psp:pending 0.002 BTC",
    "Cr house:book 0.002 BTC",
    "Dr house:book 118.8 EUR",
    "Cr acc:psp:available 118.8 EUR",
    "Dr custody:bitcoin 0.00220876 BTC",
    "Cr acc:psp:pending 0.00220876 BTC",
    "Dr acc:psp:pending 0.00220876 BTC",
    "Cr acc:psp:available 0.00220876 BTC",
  ]);
  expect(split(world)).toBe("C 0.002 U 0.00220876 f 0 → 118.80");
  checkPending(world);

  const items = [{ asset: "BTC" as const, units: 220_876n }];
  const price = sellPrice({ bid: Decimal.from("58000"), feeModel: "SPREAD", spreadBps: 100 });
  expect(price.toString()).toBe("57420");
  const [item] = invoiceSale({ asset: "BTC", fiat: "EUR", price, feeModel: "SPREAD", explicitFeeBps: 100, items }).items;
  if (!item) throw new Error("one item");
  expect(item.gross.toString()).toBe("126.8269992");
  const lock = invoiceLocked({ effectKey: invoiceKey("i", "locked"), accountId: ACCOUNT, items });
  expect(world.post(lock)).toEqual(["Dr acc:psp:available 0.00220876 BTC", "Cr acc:psp:locked 0.00220876 BTC"]);
  expect(world.post(sold({ ...world.own, effectKey: invoiceKey("i", 0), from: "locked", fiat: "EUR", ...item }))).toEqual([
    "Dr acc:psp:locked 0.00220876 BTC",
    "Cr house:book 0.00220876 BTC",
    "Dr house:book 126.82 EUR",
    "Cr acc:psp:available 126.82 EUR",
  ]);
  expect(world.book.balances()).toEqual({
    "custody:bitcoin BTC": "0.00420876",
    "house:book BTC": "0.00420876",
    "house:book EUR": "-245.62",
    "acc:psp:available EUR": "245.62",
  });
});

test("3. BTC/EUR, RFQ, EXPLICIT, over", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "50000", receivable: "100", feeModel: "EXPLICIT" }));
  expect(promise(world.terms)).toBe("50000 0.00202021");
  const { lines, parts } = world.arrive("0.0025", IN_TIME, { bid: "49000.12345678" });
  expect(parts).toMatchObject([
    { units: 202_021n, feeUnits: 2_020n, gross: Decimal.from("100.0005"), fiatUnits: 10_000n },
    { units: 47_979n, feeUnits: 479n, soldUnits: 47_500n, gross: Decimal.from("23.2750586419705"), fiatUnits: 2_327n },
  ]);
  expect(lines).toEqual([
    "Dr custody:bitcoin 0.0025 BTC",
    "Cr acc:psp:pending 0.0025 BTC",
    "Dr acc:psp:pending 0.00202021 BTC",
    "Cr house:book 0.00200001 BTC",
    "Cr house:fee:service 0.0000202 BTC",
    "Dr house:book 100 EUR",
    "Cr acc:psp:available 100 EUR",
    "Dr acc:psp:pending 0.00047979 BTC",
    "Cr house:book 0.000475 BTC",
    "Cr house:fee:service 0.00000479 BTC",
    "Dr house:book 23.27 EUR",
    "Cr acc:psp:available 23.27 EUR",
  ]);
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  expect(split(world)).toBe("C 0.00247501 U 0 f 0.00002499 → 123.27");
  checkPending(world);
});

test("4. BTC/JPY, RFQ, EXPLICIT, three parts", () => {
  const world = open(billAt({ asset: "BTC", fiat: "JPY", bid: "15000000", receivable: "10000", feeModel: "EXPLICIT" }));
  expect(promise(world.terms)).toBe("15000000 0.00067341");
  const parts = [1, 2, 3].flatMap(() => world.arrive("0.00022447", IN_TIME).parts);
  expect(parts).toMatchObject([
    { feeUnits: 224n, fiatUnits: 3_333n, gross: Decimal.from("3333.45") },
    { feeUnits: 224n, fiatUnits: 3_333n, gross: Decimal.from("3333.45") },
    { feeUnits: 225n, fiatUnits: 3_334n, gross: Decimal.from("3333.3") },
  ]);
  expect(split(world)).toBe("C 0.00066668 U 0 f 0.00000673 → 10000");
  expect(world.states()).toEqual(["COMPLETED", "PAID", "MULTIPLE"]);
  expect(world.book.balances()).toEqual({
    "custody:bitcoin BTC": "0.00067341",
    "house:book BTC": "0.00066668",
    "house:fee:service BTC": "0.00000673",
    "house:book JPY": "-10000",
    "acc:psp:available JPY": "10000",
  });
});

const yen = () => open(billAt({ asset: "BTC", fiat: "JPY", bid: "15000000", receivable: "10000" }));

test("5. BTC/JPY, RFQ, SPREAD, under in two parts", () => {
  const world = yen();
  expect(promise(world.terms)).toBe("14850000 0.00067341");
  expect(world.arrive("0.00020004", IN_TIME).parts).toMatchObject([{ fiatUnits: 2_970n, gross: Decimal.from("2970.594") }]);
  expect(world.arrive("0.00020004", IN_TIME).parts).toMatchObject([{ fiatUnits: 2_971n }]);
  expect(split(world)).toBe("C 0.00040008 U 0 f 0 → 5941");
  expect(world.states(AFTER)).toEqual(["COMPLETED", "UNDERPAID", "MULTIPLE"]);
  checkPending(world);
});

test("6. BTC/JPY as 5, one satoshi over", () => {
  const world = yen();
  const { lines, parts, record } = world.arrive("0.00067342", IN_TIME, { bid: "15000000" });
  expect(parts).toMatchObject([{ units: 67_341n, fiatUnits: 10_000n }, { kind: "KEEP", units: 1n, feeUnits: 0n, reasonCode: "BELOW_MINIMUM" }]);
  expect(record.status).toBe("CONVERTED");
  expect(lines).toEqual([
    "Dr custody:bitcoin 0.00067342 BTC",
    "Cr acc:psp:pending 0.00067342 BTC",
    "Dr acc:psp:pending 0.00067341 BTC",
    "Cr house:book 0.00067341 BTC",
    "Dr house:book 10000 JPY",
    "Cr acc:psp:available 10000 JPY",
    "Dr acc:psp:pending 0.00000001 BTC",
    "Cr acc:psp:available 0.00000001 BTC",
  ]);
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  expect(split(world)).toBe("C 0.00067341 U 0.00000001 f 0 → 10000");
  checkPending(world);
});

test("7. USDT(tron)/EUR, ACA, EXPLICIT, late", () => {
  const world = open(billAt({ asset: "USDT@tron", fiat: "EUR", bid: "0.92", receivable: "500", strategy: "ACA", feeModel: "EXPLICIT" }));
  expect(promise(world.terms)).toBe("0.92 548.967941");
  const fills: [string, string][] = [["300", "0.9195"], ["248.967941", "0.919"]];
  const { lines, parts } = world.arrive("548.967941", LATE, { fills });
  expect(parts).toMatchObject([{ method: "MARKET", feeModel: "SPREAD", feeUnits: 0n, price: Decimal.from("0.9100805"), fiatUnits: 49_960n }]);
  expect(lines).toEqual([
    "Dr custody:tron 548.967941 USDT@tron",
    "Cr acc:psp:pending 548.967941 USDT@tron",
    "Dr acc:psp:pending 548.967941 USDT@tron",
    "Cr house:book 548.967941 USDT@tron",
    "Dr house:book 499.6 EUR",
    "Cr acc:psp:available 499.6 EUR",
  ]);
  const filled = { effectKey: tradeKey("v", "7"), venue: "v", fiat: "EUR", asset: "USDT@tron", units: 548_967_941n } as const;
  world.post(venueFill({ ...filled, fiatUnits: Decimal.from("504.651537779").floorUnits(2) }));
  expect([world.book.balance("house:book", "EUR"), world.book.balance("house:book", "USDT@tron")]).toEqual([505n, 0n]);
  expect(split(world)).toBe("C 548.967941 U 0 f 0 → 499.60");
  checkPending(world);
});

describe("8. USDT(eth)/JPY, LMT, SPREAD", () => {
  const at = (limitPrice: string) => open(billAt({ asset: "USDT@eth", fiat: "JPY", bid: "150.25", receivable: "10000", strategy: "LMT", limitPrice }));
  const keptLines = [
    "Dr custody:eth 67.228021 USDT@eth",
    "Cr acc:psp:pending 67.228021 USDT@eth",
    "Dr acc:psp:pending 67.228021 USDT@eth",
    "Cr house:fee:transaction 0.33614 USDT@eth",
    "Cr acc:psp:available 66.891881 USDT@eth",
  ];

  test("(a) above the limit, exact, in time", () => {
    const world = at("148.7");
    expect(promise(world.terms)).toBe("148.7475 67.228021");
    expect(world.arrive("67.228021", IN_TIME).parts).toMatchObject([{ gross: Decimal.from("10000.0000536975"), fiatUnits: 10_000n }]);
    expect(split(world)).toBe("C 67.228021 U 0 f 0 → 10000");
    checkPending(world);
  });

  test("(b) equal to the limit is not better", () => {
    const world = at("148.7475");
    const { lines, record, reason } = world.arrive("67.228021", IN_TIME);
    expect(lines).toEqual(keptLines);
    expect([record.status, reason]).toEqual(["CREDITED", "LIMIT_NOT_MET"]);
    expect(split(world)).toBe("C 0 U 66.891881 f 0.33614 → 0");
    expect(world.states()).toEqual(["COMPLETED", "PAID", "LIMIT_NOT_MET"]);
    checkPending(world);
  });

  test("(c) over, the fresh price not above the limit", () => {
    const world = at("148.5");
    const { parts } = world.arrive("80", IN_TIME, { bid: "149.9" });
    expect(parts).toMatchObject([{ fiatUnits: 10_000n }, { units: 12_771_979n, feeUnits: 63_859n, reasonCode: "LIMIT_NOT_MET" }]);
    expect(split(world)).toBe("C 67.228021 U 12.70812 f 0.063859 → 10000");
    expect(world.states()).toEqual(["COMPLETED", "OVERPAID", "LIMIT_NOT_MET"]);
    checkPending(world);
  });

  test("(d) as (a), but late", () => {
    const world = at("148.7");
    const { lines, reason } = world.arrive("67.228021", LATE);
    expect(lines).toEqual(keptLines);
    expect(reason).toBe("BILL_EXPIRED");
    expect(split(world)).toBe("C 0 U 66.891881 f 0.33614 → 0");
    checkPending(world);
  });
});

test("9. Invoice, EXPLICIT, BTC/EUR", () => {
  const residues = ["0.00220876", "0.00050055", "0.01000099"].map((amount) => ({ asset: "BTC" as CryptoAsset, units: units("BTC", amount) }));
  const priced = invoiceSale({ asset: "BTC", fiat: "EUR", price: Decimal.from("58123.45"), feeModel: "EXPLICIT", explicitFeeBps: 100, items: residues });
  const { items, ...whole } = priced;
  expect(items.map((item) => [item.feeUnits, item.soldUnits, item.fiatUnits])).toEqual([
    [2_208n, 218_668n, 12_709n],
    [501n, 49_554n, 2_880n],
    [10_001n, 990_098n, 57_548n],
  ]);
  expect(whole).toEqual({ units: 1_271_030n, feeUnits: 12_710n, soldUnits: 1_258_320n, gross: Decimal.from("731.37899604"), fiatUnits: 73_137n });

  const book = openBook();
  const own = { accountId: ACCOUNT, asset: "BTC" as const };
  book.post(confirmed({ ...own, effectKey: "c", units: whole.units }));
  book.post(keptLessFee({ ...own, effectKey: "k", units: whole.units, feeUnits: 0n }));
  book.post(invoiceLocked({ effectKey: invoiceKey("i", "locked"), accountId: ACCOUNT, items: residues }));
  const entries = items.map((item, ordinal) => sold({ ...own, effectKey: invoiceKey("i", ordinal), from: "locked", fiat: "EUR", ...item }));
  for (const entry of entries) book.post(entry);
  expect(entries[1] && linesOf(entries[1])).toEqual([
    "Dr acc:psp:locked 0.00050055 BTC",
    "Cr house:book 0.00049554 BTC",
    "Cr house:fee:service 0.00000501 BTC",
    "Dr house:book 28.8 EUR",
    "Cr acc:psp:available 28.8 EUR",
  ]);
  expect(book.balances()).toEqual({
    "custody:bitcoin BTC": "0.0127103",
    "house:book BTC": "0.0125832",
    "house:fee:service BTC": "0.0001271",
    "house:book EUR": "-731.37",
    "acc:psp:available EUR": "731.37",
  });
});

test("10. USDC/JPY, RAI, EXPLICIT, over", () => {
  const world = open(billAt({ asset: "USDC@eth", fiat: "JPY", bid: "150", receivable: "15000", strategy: "RAI", feeModel: "EXPLICIT" }));
  expect(promise(world.terms)).toBe("150 100");
  const { lines, reason } = world.arrive("100.5", IN_TIME);
  expect(lines.slice(2)).toEqual(["Dr acc:psp:pending 100.5 USDC@eth", "Cr house:fee:transaction 0.5025 USDC@eth", "Cr acc:psp:available 99.9975 USDC@eth"]);
  expect(reason).toBe("RECEIVE_AS_IS");
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  expect(split(world)).toBe("C 0 U 99.9975 f 0.5025 → 0");
  checkPending(world);
});

test("11. USDC/EUR, LMT, EXPLICIT, under", () => {
  const terms = billAt({ asset: "USDC@eth", fiat: "EUR", bid: "0.9213", receivable: "1000", strategy: "LMT", feeModel: "EXPLICIT", limitPrice: "0.92" });
  const world = open(terms);
  expect(promise(terms)).toBe("0.9213 1096.386639");
  expect(world.arrive("1000", IN_TIME).parts).toMatchObject([{ feeUnits: 10_000_000n, gross: Decimal.from("912.087"), fiatUnits: 91_208n }]);
  expect(world.states()).toEqual(["PROCESSING", "PARTIAL"]);
  expect(world.states(AFTER)).toEqual(["COMPLETED", "UNDERPAID"]);
  expect(split(world)).toBe("C 990 U 0 f 10 → 912.08");
  checkPending(world);
});

test("12. BCH/EUR, ACA, SPREAD, over, in time", () => {
  const world = open(billAt({ asset: "BCH", fiat: "EUR", bid: "412.37", receivable: "75.50", strategy: "ACA" }));
  expect(promise(world.terms)).toBe("408.2463 0.18493738");
  const { parts } = world.arrive("0.3", IN_TIME, { bid: "410.99" });
  expect(parts).toMatchObject([{ fiatUnits: 7_550n }, { units: 11_506_262n, price: Decimal.from("406.8801"), fiatUnits: 4_681n }]);
  expect(split(world)).toBe("C 0.3 U 0 f 0 → 122.31");
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  checkPending(world);
});

test("13. reorganisation after 1, 60.00 EUR of it paid out, then mined again", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" }));
  const { arrival, parts, record } = world.arrive("0.00168351", IN_TIME);
  const fiat: Fiat = "EUR";
  const hedged = { effectKey: tradeKey("v", "1"), venue: "v", asset: "BTC", units: 168_351n, fiat, fiatUnits: 10_102n } as const;
  world.post(venueFill(hedged));
  world.post(payoutFiat({ effectKey: "payout:1", accountId: ACCOUNT, fiat, fiatUnits: 6_000n }));
  const free = world.book.balance("acc:psp:available", "EUR");
  const [part] = parts;
  if (part?.kind !== "GUARANTEED") throw new Error("sold at P");
  const reversal = reversedSold({ ...world.own, effectKey: depositKey(world.place(0), "reversed"), fiat, availableFiatUnits: free, ...part });
  expect(reversal.effectKey).toBe("bitcoin:aa:0:1:reversed");
  expect(world.post(reversal)).toEqual([
    "Dr house:book 0.00168351 BTC",
    "Cr acc:psp:pending 0.00168351 BTC",
    "Dr acc:psp:pending 0.00168351 BTC",
    "Cr custody:bitcoin 0.00168351 BTC",
    "Dr acc:psp:available 40 EUR",
    "Dr acc:psp:owed 60 EUR",
    "Cr house:book 100 EUR",
  ]);
  expect(world.book.balances()).toEqual({
    "house:book BTC": "-0.00168351",
    "house:book EUR": "101.02",
    "venue:v BTC": "-0.00168351",
    "venue:v EUR": "101.02",
    "bank EUR": "-60",
    "acc:psp:owed EUR": "60",
  });
  world.deposits.splice(0, 1, { arrival: { ...arrival, units: 0n }, parts: [], late: false, reason: "REORGANISED", record: { ...record, status: "DROPPED" }, lines: [] });
  expect(split(world)).toBe("C 0 U 0 f 0 → 0.00");
  expect([world.states(BEFORE), world.states(AFTER)]).toEqual([["PENDING", "UNPAID", "REVERSED"], ["EXPIRED", "UNPAID", "REVERSED"]]);

  const again = confirmedAgain({ ...world.own, effectKey: depositKey(world.place(0, 2)), units: arrival.units, owedUnits: 0n });
  expect(again.effectKey).toBe("bitcoin:aa:0:2");
  expect(world.post(again)).toEqual(["Dr custody:bitcoin 0.00168351 BTC", "Cr acc:psp:pending 0.00168351 BTC"]);
  const retreated = treat(world.terms, arrival, standingOf([])).parts.flatMap((each) => world.postPart(each, (step) => depositKey(world.place(0, 2), step), 6_000n));
  expect(retreated).toEqual([
    "Dr acc:psp:pending 0.00168351 BTC",
    "Cr house:book 0.00168351 BTC",
    "Dr house:book 100 EUR",
    "Cr acc:psp:owed 60 EUR",
    "Cr acc:psp:available 40 EUR",
  ]);
});

describe("14. held for an hour", () => {
  const terms = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
  const released = (minutes: number) => ({ ...IN_TIME, releasedAt: new Date(EXPIRY.getTime() + minutes * 60_000) });

  test("released 50 min after expiry: at P", () => {
    const world = open(terms);
    expect(world.arrive("0.00168351", released(50)).late).toBe(false);
    expect(split(world)).toBe("C 0.00168351 U 0 f 0 → 100.00");
  });
  test("released 2 h 1 min after expiry: kept", () => {
    const world = open(terms);
    const { late, reason } = world.arrive("0.00168351", released(121));
    expect([late, reason]).toEqual([true, "BILL_EXPIRED"]);
    expect(split(world)).toBe("C 0 U 0.00168351 f 0 → 0.00");
  });
  test("while held: processing and unpaid", () => {
    const record = { quantityUnits: 168_351n, status: "HELD", wrongAsset: false, dust: false, late: false, wasCredited: false };
    const facts = { ...terms, ...factsOf([record]) };
    expect([billStatus(facts, AFTER), amountStatus(facts, AFTER), ...labelsOf([record])]).toEqual(["PROCESSING", "UNPAID", "HELD"]);
  });
});
