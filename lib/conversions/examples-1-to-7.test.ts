import { describe, expect, test } from "vitest";
import { billAt } from "#lib/bills/terms.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invoiceKey, invoiceLocked, sold, tradeKey, venueFill } from "#lib/ledger/journal.ts";
import { sellPrice } from "#lib/pricing/price.ts";
import { invoiceSale } from "./invoice.ts";
import { ACCOUNT, AFTER, checkBook, IN_TIME, LATE, open, promise, split } from "./world.fixture.ts";

describe("1. BTC/EUR, RFQ, SPREAD, exact", () => {
  const world = open(billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" }));
  const { lines, parts } = world.arrive("0.00168351", IN_TIME);

  test("P, Q and the credit of exactly F", () => {
    expect(promise(world.terms)).toBe("59400 0.00168351");
    expect(parts).toMatchObject([{ gross: Decimal.from("100.000494"), fiatUnits: 10_000n }]);
    expect(split(world)).toBe("C 0.00168351 U 0 f 0 → 100.00");
    expect(world.states()).toEqual(["COMPLETED", "PAID"]);
    checkBook(world);
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
    const hedge = venueFill({
      effectKey: tradeKey("v", "1"),
      side: "SELL",
      venue: "v",
      asset: "BTC",
      units: 168_351n,
      fiat: "EUR",
      fiatUnits: product.floorUnits(2),
    });
    expect(world.post(hedge)).toEqual([
      "Dr venue:v 101.02 EUR",
      "Cr house:book 101.02 EUR",
      "Dr house:book 0.00168351 BTC",
      "Cr venue:v 0.00168351 BTC",
    ]);
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
  checkBook(world);

  const items = [{ asset: "BTC" as const, units: 220_876n }];
  const price = sellPrice({ bid: Decimal.from("58000"), feeModel: "SPREAD", spreadBps: 100 });
  expect(price.toString()).toBe("57420");
  const [item] = invoiceSale({
    asset: "BTC",
    fiat: "EUR",
    price,
    feeModel: "SPREAD",
    explicitFeeBps: 100,
    items,
  }).items;
  if (!item) throw new Error("one item");
  expect(item.gross.toString()).toBe("126.8269992");
  const lock = invoiceLocked({ effectKey: invoiceKey("i", "locked"), accountId: ACCOUNT, items });
  expect(world.post(lock)).toEqual(["Dr acc:psp:available 0.00220876 BTC", "Cr acc:psp:locked 0.00220876 BTC"]);
  expect(
    world.post(sold({ ...world.own, effectKey: invoiceKey("i", 0), from: "locked", fiat: "EUR", ...item })),
  ).toEqual([
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
  checkBook(world);
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
  expect(world.arrive("0.00020004", IN_TIME).parts).toMatchObject([
    { fiatUnits: 2_970n, gross: Decimal.from("2970.594") },
  ]);
  expect(world.arrive("0.00020004", IN_TIME).parts).toMatchObject([{ fiatUnits: 2_971n }]);
  expect(split(world)).toBe("C 0.00040008 U 0 f 0 → 5941");
  expect(world.states(AFTER)).toEqual(["COMPLETED", "UNDERPAID", "MULTIPLE"]);
  checkBook(world);
});

test("6. BTC/JPY as 5, one satoshi over", () => {
  const world = yen();
  const { lines, parts, record } = world.arrive("0.00067342", IN_TIME, { bid: "15000000" });
  expect(parts).toMatchObject([
    { units: 67_341n, fiatUnits: 10_000n },
    { kind: "KEEP", units: 1n, feeUnits: 0n, reasonCode: "BELOW_MINIMUM" },
  ]);
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
  checkBook(world);
});

test("7. USDT(tron)/EUR, ACA, EXPLICIT, late", () => {
  const world = open(
    billAt({ asset: "USDT@tron", fiat: "EUR", bid: "0.92", receivable: "500", strategy: "ACA", feeModel: "EXPLICIT" }),
  );
  expect(promise(world.terms)).toBe("0.92 548.967941");
  const fills: [string, string][] = [
    ["300", "0.9195"],
    ["248.967941", "0.919"],
  ];
  const { lines, parts } = world.arrive("548.967941", LATE, { fills });
  expect(parts).toMatchObject([
    { method: "MARKET", feeModel: "SPREAD", feeUnits: 0n, price: Decimal.from("0.9100805"), fiatUnits: 49_960n },
  ]);
  expect(lines).toEqual([
    "Dr custody:tron 548.967941 USDT@tron",
    "Cr acc:psp:pending 548.967941 USDT@tron",
    "Dr acc:psp:pending 548.967941 USDT@tron",
    "Cr house:book 548.967941 USDT@tron",
    "Dr house:book 499.6 EUR",
    "Cr acc:psp:available 499.6 EUR",
  ]);
  const filled = {
    effectKey: tradeKey("v", "7"),
    venue: "v",
    fiat: "EUR",
    side: "SELL",
    asset: "USDT@tron",
    units: 548_967_941n,
  } as const;
  world.post(venueFill({ ...filled, fiatUnits: Decimal.from("504.651537779").floorUnits(2) }));
  expect([world.book.balance("house:book", "EUR"), world.book.balance("house:book", "USDT@tron")]).toEqual([505n, 0n]);
  expect(split(world)).toBe("C 548.967941 U 0 f 0 → 499.60");
  checkBook(world);
});
