import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { deposit, halfLate, payment } from "./payment.fixture.ts";
import { isRefundable, payoutSources, readQuantity } from "./payout.ts";

const of = (text: string) => Decimal.from(text);
const held = deposit({
  txId: "t9",
  status: "HELD",
  cryptoType: "USDC",
  quantity: of("7"),
  quantityPending: of("7"),
  reasonCode: "WRONG_ASSET",
});

describe("payoutSources: what of a payment may be paid out", () => {
  it("names the bill for its free crypto", () => {
    const record = halfLate();
    expect(payoutSources(record)).toMatchObject([
      { kind: "free", most: of("0.00220876"), from: { paymentId: record.paymentId } },
    ]);
  });

  it("names the deposit for what goes back, in the coin that came", () => {
    expect(payoutSources(payment({ deposits: [held] }))).toMatchObject([
      { kind: "return", asset: "USDC", most: of("7"), from: { txId: "t9" } },
    ]);
  });

  it("keeps both apart when both are there", () => {
    const record = halfLate();
    const sources = payoutSources({ ...record, deposits: [...record.deposits, held] });
    expect(sources.map(({ kind, from }) => [kind, from])).toEqual([
      ["return", { txId: "t9" }],
      ["free", { txId: "t2" }],
    ]);
  });

  it("leaves with each deposit what is reserved of it", () => {
    const record = halfLate();
    const [first, second] = record.deposits;
    if (!first || !second) throw new Error("there are two");
    const deposits = [
      { ...second, quantityReserved: of("0.001") },
      { ...second, txId: "t3", quantity: of("0.005"), quantityUnconverted: of("0.005") },
    ];
    const sums = { quantityUnconverted: of("0.00720876"), quantityReserved: of("0.001") };
    expect(
      payoutSources({ ...record, ...sums, deposits: [...deposits, held] }).map(({ key, most }) => [
        key,
        most.toString(),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["t2", "0.00120876"],
        ["t3", "0.005"],
      ]),
    );
  });

  it("offers of a deposit no more than is free of its bill: a conversion has the rest", () => {
    const record = halfLate();
    const locked = { ...record, quantityLocked: of("0.001"), deposits: [...record.deposits, held] };
    expect(payoutSources(locked).map(({ key, most }) => [key, most.toString()])).toEqual([
      ["t9", "7"],
      ["t2", "0.00120876"],
    ]);
  });

  it("offers nothing that is locked or gone", () => {
    expect(payoutSources({ ...halfLate(), quantityLocked: of("0.00220876") })).toEqual([]);
    expect(payoutSources(payment({ deposits: [{ ...held, quantityPending: Decimal.ZERO }] }))).toEqual([]);
  });
});

describe("readQuantity", () => {
  const [source] = payoutSources(halfLate());
  it.each([
    ["0.001", { quantity: of("0.001") }],
    [" 0,001 ", { quantity: of("0.001") }],
    ["00.001", { quantity: of("0.001") }],
    ["", { fault: "missing" }],
    ["1,002", { fault: "twoNumbers" }],
    ["1e-3", { fault: "malformed" }],
    ["-1", { fault: "malformed" }],
    ["0.0", { fault: "zero" }],
    ["0.000000001", { fault: "decimals" }],
    ["0.00220877", { fault: "tooMuch" }],
  ])("%j", (typed, read) => {
    if (!source) throw new Error("there is a source");
    expect(readQuantity(typed, source)).toEqual(read);
  });
});

describe("isRefundable: whether a payer may be asked where some of a deposit goes back", () => {
  const pending = { quantityPending: of("2") };
  const free = { quantityUnconverted: of("2"), quantityReserved: of("1") };
  const record = (changes = {}) => payment({ quantityUnconverted: of("2"), ...changes });
  it.each([
    [
      "declined, some of it not reserved",
      record(),
      { status: "DECLINED", ...pending, quantityReserved: of("1") },
      true,
    ],
    ["declined, all of it reserved", record(), { status: "DECLINED", ...pending, quantityReserved: of("2") }, false],
    ["held", record(), { status: "HELD", ...free }, false],
    ["free of its bill", record(), { status: "CREDITED", ...free }, true],
    ["locked of its bill", record({ quantityLocked: of("2") }), { status: "CREDITED", ...free }, false],
    ["reserved already", record(), { status: "CREDITED", ...free, quantityReserved: of("2") }, false],
  ] as const)("%s", (_, whose, changes, expected) => {
    expect(isRefundable(whose, deposit(changes))).toBe(expected);
  });
});

describe("what goes back of a deposit", () => {
  it("is what is pending and not reserved, of one that is held or declined", () => {
    const back = (changes: Parameters<typeof deposit>[0]) =>
      payoutSources(payment({ deposits: [{ ...held, ...changes }] })).map(({ most }) => most.toString());
    expect(back({ quantityReserved: of("3") })).toEqual(["4"]);
    expect(back({ status: "DECLINED" })).toEqual(["7"]);
    expect(back({ quantityReserved: of("7") })).toEqual([]);
    expect(back({ status: "PROCESSING" })).toEqual([]);
  });

  it("takes all that there is, to the last unit", () => {
    const [source] = payoutSources(halfLate());
    if (!source) throw new Error("there is a source");
    expect(readQuantity("0.00220876", source)).toEqual({ quantity: of("0.00220876") });
    expect(readQuantity("  ", source)).toEqual({ fault: "missing" });
  });
});
