import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { deposit, halfLate, payment } from "#components/payments/payment.fixture.ts";
import { MOST_BILLS, pairGroups, planOf } from "./choice.ts";
import { conversion, QUOTED_AT, quote } from "./conversion.fixture.ts";
import { faultWords } from "./fault-words.ts";
import { historyOf } from "./history-of.ts";
import { itemFills } from "./item-fills.ts";
import { liveQuote, shareLeft, withQuote } from "./quotes.ts";
import { turned } from "./rates.ts";
import { billsOf, stateOf } from "./state-of.ts";

const of = (text: string) => Decimal.from(text);
const retained = (paymentId: string, quantity: string, changes = {}) =>
  payment({ paymentId, quantityUnconverted: of(quantity), ...changes });

describe("planOf: bills to one conversion", () => {
  it("adds up exactly what is free, and nothing that is locked", () => {
    const bills = [
      retained("a", "0.1"),
      retained("b", "0.2"),
      retained("c", "0.00220876", { quantityLocked: of("0.002") }),
    ];
    expect(planOf(bills)).toMatchObject({ plan: { base: "BTC", quote: "EUR", quantity: of("0.30020876") } });
  });

  it.each([
    ["nothing", [], "none"],
    ["another crypto", [retained("a", "1"), retained("b", "1", { cryptoType: "BCH" })], "mixed"],
    ["another fiat", [retained("a", "1"), retained("b", "1", { fiat: "USD" })], "mixed"],
    ["one without free crypto", [retained("a", "1"), payment({ paymentId: "b" })], "nothingFree"],
    ["too many", Array.from({ length: MOST_BILLS + 1 }, (_, at) => retained(`${at}`, "1")), "tooMany"],
  ])("refuses %s", (_, bills, why) => {
    expect(planOf(bills)).toMatchObject({ obstacle: { why } });
  });

  it("takes USDT of both networks together", () => {
    const usdt = { cryptoType: "USDT" } as const;
    const bills = [
      retained("a", "1", { ...usdt, networkType: "eth" }),
      retained("b", "2", { ...usdt, networkType: "tron" }),
    ];
    expect(planOf(bills)).toMatchObject({ plan: { base: "USDT", quantity: of("3") } });
  });

  it("is explicit only when all bills are", () => {
    const explicit = retained("a", "1", { feeModel: "EXPLICIT" });
    expect(planOf([explicit])).toMatchObject({ plan: { feeModel: "EXPLICIT", explicitAmongSpread: 0 } });
    expect(planOf([explicit, retained("b", "1")])).toMatchObject({
      plan: { feeModel: "SPREAD", explicitAmongSpread: 1 },
    });
  });

  it("offers pairs by their number of bills, the oldest bill first", () => {
    const bills = [
      retained("a", "1", { fiat: "USD" }),
      retained("b", "1", { createdAt: 2 }),
      retained("c", "2", { createdAt: 1 }),
      payment(),
    ];
    const groups = pairGroups(bills);
    expect(groups.map(({ name }) => name)).toEqual(["BTC to EUR", "BTC to USD"]);
    expect(groups[0]?.bills.map(({ paymentId }) => paymentId)).toEqual(["c", "b"]);
    expect(groups[0]?.free).toEqual(of("3"));
  });
});

describe("a quote lives by the server's word and clock", () => {
  const quoted = conversion({ status: "QUOTED", quote: quote(), quoteExpired: false });
  it.each([
    ["before its end", quoted, QUOTED_AT + 9_999, true],
    ["at its end", quoted, QUOTED_AT + 10_000, false],
    ["when the server says it has ended", { ...quoted, quoteExpired: true }, QUOTED_AT, false],
    ["on a record that is executing", { ...quoted, status: "EXECUTING" as const }, QUOTED_AT, false],
  ])("%s", (_, record, now, lives) => {
    expect(liveQuote(record, now) !== undefined).toBe(lives);
  });

  it("drains from whole to nothing", () => {
    expect([0, 2_500, 10_000, 11_000].map((after) => shareLeft(quote(), QUOTED_AT + after))).toEqual([1, 0.75, 0, 0]);
  });

  it.each([
    [QUOTED_AT + 9_999, "SUPERSEDED"],
    [QUOTED_AT + 10_000, "EXPIRED"],
  ])("a new one at %d leaves the one before as %s", (quoteTime, status) => {
    const record = { ...quoted, quotes: [{ ...quote(), status: "LIVE" as const }] };
    const next = { ...quote({ quoteId: "q2", quoteTime, expiryTime: quoteTime + 10_000 }) };
    const { invoiceId, baseSymbol, quoteSymbol, quantity } = record;
    const nextQuote = {
      ...next,
      invoiceId,
      status: "QUOTED",
      side: "SELL",
      baseSymbol,
      quoteSymbol,
      quantity,
    } as const;
    expect(withQuote(record, nextQuote)).toMatchObject({
      quote: next,
      quotes: [
        { quoteId: "q1", status },
        { quoteId: "q2", status: "LIVE" },
      ],
    });
  });
});

describe("stateOf: green is only what the record calls EXECUTED", () => {
  const quoted = { quote: quote(), quoteExpired: false };
  it.each([
    [conversion(), "none", "not quoted"],
    [conversion({ lastError: "The venue has no price." }), "fail", "venue refused, nothing sold"],
    [conversion({ status: "QUOTED", ...quoted }), "out", "9\u00a0s left"],
    [conversion({ status: "QUOTED", ...quoted, quoteExpired: true }), "none", "quote expired"],
    [conversion({ status: "EXECUTING", ...quoted, updated: "2026-11-21T12:05:40.000Z" }), "wait", "sent 12:05:40"],
    [conversion({ status: "EXECUTED", ...quoted }), "done", undefined],
    [conversion({ status: "CANCELLED", cancelReason: "TIMEOUT" }), "none", "untouched for 24 h"],
    [conversion({ status: "FAILED", lastError: "The venue closed the pair." }), "fail", "cannot be completed"],
  ] as const)("%#", (record, tone, why) => {
    expect(stateOf(record, QUOTED_AT + 1_500, "utc")).toMatchObject({ tone, ...(why && { why }) });
  });

  it("counts bills, not deposits", () => {
    expect(billsOf(conversion())).toBe(2);
  });
});

describe("the price read the other way", () => {
  it.each([
    ["59272.488", "BTC", "0.00001687"],
    ["0.911295", "USDT", "1.097339"],
    ["15000000", "BTC", "0.00000006666"],
    ["148.35", "USDT", "0.00674"],
  ] as const)("%s per %s", (price, crypto, rate) => {
    expect(turned(of(price), crypto)).toEqual(of(rate));
  });
});

describe("what happened", () => {
  it("tells quotes that were not used, the one that was, and the credit", () => {
    const first = quote({ quoteId: "q0", quoteTime: QUOTED_AT - 30_000, expiryTime: QUOTED_AT - 20_000 });
    const record = conversion({
      status: "EXECUTED",
      quote: quote(),
      quotes: [
        { ...first, status: "EXPIRED" },
        { ...quote(), status: "EXECUTED" },
      ],
      executed: "2026-11-21T12:05:41.000Z",
      fiatReceived: of("731.37"),
    });
    const titles = historyOf(record, QUOTED_AT + 60_000, "utc").map(({ title }) => title);
    expect(titles).toEqual(["Created by Anna Keller", "Quoted, not used", "Quoted again", "Executed"]);
  });

  it("takes each item's credit from the fill that names this invoice", () => {
    const fill = halfLate().deposits[0]?.fills[0];
    if (!fill) throw new Error("the fixture has a fill");
    const ours = { ...fill, method: "CONVERSION" as const, invoiceId: conversion().invoiceId, fiat: of("127.09") };
    const bill = payment({ deposits: [deposit({ txId: "t1", fills: [fill, ours] }), deposit({ txId: "t9" })] });
    expect([...itemFills(conversion(), [bill])]).toMatchObject([["t1", { fiat: of("127.09") }]]);
  });
});

describe("a refused order is told by its code", () => {
  it.each([
    ["QUOTE_EXPIRED", 409, true, /quote expired/],
    ["QUOTE_SUPERSEDED", 409, false, /newer quote/],
    ["INVALID_STATE", 409, false, /has changed/],
    ["UNREACHABLE", 0, false, /not known yet/],
    ["INTERNAL", 500, false, /not known yet/],
  ])("%s", (code, status, requote, title) => {
    const shown = faultWords("execute", new ApiFault(status, code, "A sentence."));
    expect(shown).toMatchObject({ requote, title: expect.stringMatching(title) });
  });
});
