import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { deposit, EXPIRY, halfLate, payment } from "#components/payments/payment.fixture.ts";
import { progressOf } from "./progress.ts";

const of = (text: string) => Decimal.from(text);
const last = (record: Parameters<typeof progressOf>[0]) => {
  const step = progressOf(record, EXPIRY - 1, String).at(-1);
  return [step?.tone, step?.glyph, step?.title, step?.note].map((text) => text?.replaceAll(/\s/gu, " "));
};
const paid = () => payment({ ...halfLate(), labels: [], quantityUnconverted: Decimal.ZERO, fiatReceived: of("250") });

test("a bill is green only where what was billed is there; short, late or held money is a person's to look at", () => {
  expect(last(paid()).slice(0, 2)).toEqual(["done", "done"]);
  expect(last({ ...paid(), amountStatus: "UNDERPAID" }).slice(0, 2)).toEqual(["wait", "half"]);
  expect(last(halfLate()).slice(0, 2)).toEqual(["wait", "kept"]);
  expect(last({ ...halfLate(), strategy: "RAI" }).slice(0, 2)).toEqual(["done", "done"]);
  expect(last({ ...halfLate(), status: "PENDING" }).slice(0, 2)).toEqual(["wait", "half"]);
  expect(last({ ...paid(), deposits: [deposit({ status: "HELD" })] }).slice(0, 2)).toEqual(["fail", "attn"]);
  expect(last(payment()).slice(0, 2)).toEqual(["none", "draft"]);
});

test("what is available is said in full: the fiat, and the crypto beside it", () => {
  expect(last(halfLate())[2]).toContain("118.80 EUR + 0.00220876 BTC");
  expect(last(paid())[2]).toContain("250.00 EUR");
  expect(last(payment({ strategy: "RAI" }))[2]).toContain("BTC");
  expect(last(payment())[2]).toContain("250.00 EUR");
});

test("what nobody has seen is awaited until the bill ends, and never afterwards", () => {
  const seen = (now: number) => progressOf(payment(), now, (at) => `at ${at - EXPIRY}`)[1];
  expect(seen(EXPIRY)).toMatchObject({ tone: "none", glyph: "pending", note: expect.stringContaining("at 0") });
  expect(seen(EXPIRY + 1)).toMatchObject({ tone: "none", glyph: "expired" });
  const firstSeen = EXPIRY - 5;
  const two = payment({ deposits: [deposit({ firstSeen }), deposit({ txId: "t2", firstSeen: firstSeen - 5 })] });
  expect(progressOf(two, EXPIRY, String)[1]).toMatchObject({ tone: "done", at: firstSeen - 5 });
});
