import { describe, expect, test } from "vitest";
import { billAt, units } from "#lib/bills/terms.fixture.ts";
import { treat } from "#lib/deposits/treatment.ts";
import { standingOf } from "#lib/deposits/standing.fixture.ts";
import type { CryptoAsset, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { linesOf, openBook } from "#lib/ledger/book.fixture.ts";
import {
  confirmed,
  confirmedAgain,
  depositKey,
  invoiceKey,
  invoiceLocked,
  retainedLessFee,
  payoutFiat,
  reversedSold,
  sold,
  tradeKey,
  venueFill,
} from "#lib/ledger/journal.ts";
import { invoiceSale } from "./invoice.ts";
import { ACCOUNT, AFTER, BEFORE, checkBook, IN_TIME, LATE, open, promise, split } from "./world.fixture.ts";

describe("8. USDT(eth)/JPY, LMT, SPREAD", () => {
  const at = (limitPrice: string) =>
    open(billAt({ asset: "USDT@eth", fiat: "JPY", bid: "150.25", receivable: "10000", strategy: "LMT", limitPrice }));
  const retainedLines = [
    "Dr custody:eth 67.228021 USDT@eth",
    "Cr acc:psp:pending 67.228021 USDT@eth",
    "Dr acc:psp:pending 67.228021 USDT@eth",
    "Cr house:fee:transaction 0.33614 USDT@eth",
    "Cr acc:psp:available 66.891881 USDT@eth",
  ];

  test("(a) above the limit, exact, in time", () => {
    const world = at("148.7");
    expect(promise(world.terms)).toBe("148.7475 67.228021");
    expect(world.arrive("67.228021", IN_TIME).parts).toMatchObject([
      { gross: Decimal.from("10000.0000536975"), fiatUnits: 10_000n },
    ]);
    expect(split(world)).toBe("C 67.228021 U 0 f 0 → 10000");
    checkBook(world);
  });

  test("(b) equal to the limit is not better", () => {
    const world = at("148.7475");
    const { lines, record, reason } = world.arrive("67.228021", IN_TIME);
    expect(lines).toEqual(retainedLines);
    expect([record.status, reason]).toEqual(["CREDITED", "LIMIT_NOT_MET"]);
    expect(split(world)).toBe("C 0 U 66.891881 f 0.33614 → 0");
    expect(world.states()).toEqual(["COMPLETED", "PAID", "LIMIT_NOT_MET"]);
    checkBook(world);
  });

  test("(c) over, the fresh price not above the limit", () => {
    const world = at("148.5");
    const { parts } = world.arrive("80", IN_TIME, { bid: "149.9" });
    expect(parts).toMatchObject([
      { fiatUnits: 10_000n },
      { units: 12_771_979n, feeUnits: 63_859n, reasonCode: "LIMIT_NOT_MET" },
    ]);
    expect(split(world)).toBe("C 67.228021 U 12.70812 f 0.063859 → 10000");
    expect(world.states()).toEqual(["COMPLETED", "OVERPAID", "LIMIT_NOT_MET"]);
    checkBook(world);
  });

  test("(d) as (a), but late", () => {
    const world = at("148.7");
    const { lines, reason } = world.arrive("67.228021", LATE);
    expect(lines).toEqual(retainedLines);
    expect(reason).toBe("BILL_EXPIRED");
    expect(split(world)).toBe("C 0 U 66.891881 f 0.33614 → 0");
    checkBook(world);
  });
});

test("9. Invoice, EXPLICIT, BTC/EUR", () => {
  const unconvertedBalances = ["0.00220876", "0.00050055", "0.01000099"].map((amount) => ({
    asset: "BTC" as CryptoAsset,
    units: units("BTC", amount),
  }));
  const priced = invoiceSale({
    asset: "BTC",
    fiat: "EUR",
    price: Decimal.from("58123.45"),
    feeModel: "EXPLICIT",
    explicitFeeBps: 100,
    items: unconvertedBalances,
  });
  const { items, ...whole } = priced;
  expect(items.map((item) => [item.feeUnits, item.soldUnits, item.fiatUnits])).toEqual([
    [2_208n, 218_668n, 12_709n],
    [501n, 49_554n, 2_880n],
    [10_001n, 990_098n, 57_548n],
  ]);
  expect(whole).toEqual({
    units: 1_271_030n,
    feeUnits: 12_710n,
    soldUnits: 1_258_320n,
    gross: Decimal.from("731.37899604"),
    fiatUnits: 73_137n,
  });

  const book = openBook();
  const own = { accountId: ACCOUNT, asset: "BTC" as const };
  book.post(confirmed({ ...own, effectKey: "c", units: whole.units }));
  book.post(retainedLessFee({ ...own, effectKey: "k", units: whole.units, feeUnits: 0n }));
  book.post(invoiceLocked({ effectKey: invoiceKey("i", "locked"), accountId: ACCOUNT, items: unconvertedBalances }));
  const entries = items.map((item, ordinal) =>
    sold({ ...own, effectKey: invoiceKey("i", ordinal), from: "locked", fiat: "EUR", ...item }),
  );
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
  const world = open(
    billAt({ asset: "USDC@eth", fiat: "JPY", bid: "150", receivable: "15000", strategy: "RAI", feeModel: "EXPLICIT" }),
  );
  expect(promise(world.terms)).toBe("150 100");
  const { lines, reason } = world.arrive("100.5", IN_TIME);
  expect(lines.slice(2)).toEqual([
    "Dr acc:psp:pending 100.5 USDC@eth",
    "Cr house:fee:transaction 0.5025 USDC@eth",
    "Cr acc:psp:available 99.9975 USDC@eth",
  ]);
  expect(reason).toBe("RECEIVE_AS_IS");
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  expect(split(world)).toBe("C 0 U 99.9975 f 0.5025 → 0");
  checkBook(world);
});

test("11. USDC/EUR, LMT, EXPLICIT, under", () => {
  const terms = billAt({
    asset: "USDC@eth",
    fiat: "EUR",
    bid: "0.9213",
    receivable: "1000",
    strategy: "LMT",
    feeModel: "EXPLICIT",
    limitPrice: "0.92",
  });
  const world = open(terms);
  expect(promise(terms)).toBe("0.9213 1096.386639");
  expect(world.arrive("1000", IN_TIME).parts).toMatchObject([
    { feeUnits: 10_000_000n, gross: Decimal.from("912.087"), fiatUnits: 91_208n },
  ]);
  expect(world.states()).toEqual(["PROCESSING", "PARTIAL"]);
  expect(world.states(AFTER)).toEqual(["COMPLETED", "UNDERPAID"]);
  expect(split(world)).toBe("C 990 U 0 f 10 → 912.08");
  checkBook(world);
});

test("12. BCH/EUR, ACA, SPREAD, over, in time", () => {
  const world = open(billAt({ asset: "BCH", fiat: "EUR", bid: "412.37", receivable: "75.50", strategy: "ACA" }));
  expect(promise(world.terms)).toBe("408.2463 0.18493738");
  const { parts } = world.arrive("0.3", IN_TIME, { bid: "410.99" });
  expect(parts).toMatchObject([
    { fiatUnits: 7_550n },
    { units: 11_506_262n, price: Decimal.from("406.8801"), fiatUnits: 4_681n },
  ]);
  expect(split(world)).toBe("C 0.3 U 0 f 0 → 122.31");
  expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
  checkBook(world);
});

test("13. reorganisation after 1, 60.00 EUR of it paid out, then mined again", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" }));
  const { arrival, parts, record } = world.arrive("0.00168351", IN_TIME);
  const fiat: Fiat = "EUR";
  const hedged = {
    effectKey: tradeKey("v", "1"),
    venue: "v",
    asset: "BTC",
    side: "SELL",
    units: 168_351n,
    fiat,
    fiatUnits: 10_102n,
  } as const;
  world.post(venueFill(hedged));
  world.post(payoutFiat({ effectKey: "payout:1", accountId: ACCOUNT, fiat, fiatUnits: 6_000n }));
  const free = world.book.balance("acc:psp:available", "EUR");
  const [part] = parts;
  if (part?.kind !== "GUARANTEED") throw new Error("sold at P");
  const reversal = reversedSold({
    ...world.own,
    effectKey: depositKey(world.place(0), "reversed"),
    fiat,
    availableFiatUnits: free,
    ...part,
  });
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
  world.deposits.splice(0, 1, {
    arrival: { ...arrival, units: 0n },
    parts: [],
    late: false,
    reason: "REORGANISED",
    record: { ...record, status: "DROPPED" },
    lines: [],
  });
  expect(split(world)).toBe("C 0 U 0 f 0 → 0.00");
  expect([world.states(BEFORE), world.states(AFTER)]).toEqual([
    ["PENDING", "UNPAID", "REVERSED"],
    ["EXPIRED", "UNPAID", "REVERSED"],
  ]);

  const again = confirmedAgain({
    ...world.own,
    effectKey: depositKey(world.place(0, 2)),
    units: arrival.units,
    owedUnits: 0n,
  });
  expect(again.effectKey).toBe("bitcoin:aa:0:2");
  expect(world.post(again)).toEqual(["Dr custody:bitcoin 0.00168351 BTC", "Cr acc:psp:pending 0.00168351 BTC"]);
  const retreated = treat(world.terms, arrival, standingOf([])).parts.flatMap((each) =>
    world.postPart(each, (step) => depositKey(world.place(0, 2), step), 6_000n),
  );
  expect(retreated).toEqual([
    "Dr acc:psp:pending 0.00168351 BTC",
    "Cr house:book 0.00168351 BTC",
    "Dr house:book 100 EUR",
    "Cr acc:psp:owed 60 EUR",
    "Cr acc:psp:available 40 EUR",
  ]);
});
