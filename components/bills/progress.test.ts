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

const steps = (changes: Parameters<typeof payment>[0]) =>
  progressOf(payment(changes), EXPIRY, String).map(({ tone, glyph, title, note, current, at }) =>
    [tone, glyph, title, note, current ? "current" : "", at ?? ""].join(" | ").replaceAll(/\s/gu, " "),
  );

test("the first step is done with the bill, and the step that it stands at is the current one", () => {
  const [created, seen, confirmed, available] = steps({});
  expect(created).toMatch(/^done \| done \| .+ \| .+ \| {2}\| \d+$/);
  expect(seen).toMatch(/^none \| pending \| .+ \| current \| $/);
  expect(confirmed).toMatch(/^none \| draft \| .*2.* \| .*20 min.* \| {2}\| $/);
  expect(available).toMatch(/^none \| draft \| .*250\.00 EUR.* \| {2}\| {2}\| $/);
  expect(progressOf(payment(), EXPIRY + 1, String)[1]).toMatchObject({ current: true });
});

test("confirmations are counted of the slowest deposit, to what this bill needs, and done once none is short", () => {
  const waiting = deposit({ status: "UNCONFIRMED", confirmations: 1, confirmationsRequired: 3 });
  expect(steps({ deposits: [waiting] })[2]).toMatch(/^out \| pie \| .*3.* \| .*1.*3.* \| current \| $/);
  expect(steps({ deposits: [deposit({ confirmationsRequired: 3 })] })[2]).toMatch(
    /^done \| done \| .*3.* \| {2}\| {2}\| $/,
  );
});

test("money that is held or there so far stands at its step", () => {
  expect(steps({ deposits: [deposit({ status: "HELD" })] })[3]).toMatch(/^fail \| attn \| .+ \| .+ \| current \| $/);
  const part = { fiatReceived: of("100"), deposits: [deposit()] };
  expect(steps({ status: "PROCESSING", ...part })[3]).toMatch(/^wait \| half \| .+ \| .*100\.00 EUR.* \| current \| $/);
  expect(steps({ status: "COMPLETED", ...part })[3]).toMatch(/^done \| done \| .*100\.00 EUR.* \| {2}\| current \| $/);
});

test("what was late and sold, or stays without being late, is no decision", () => {
  expect(last({ ...halfLate(), quantityUnconverted: Decimal.ZERO }).slice(0, 2)).toEqual(["done", "done"]);
  expect(last({ ...halfLate(), labels: [] }).slice(0, 2)).toEqual(["done", "done"]);
});
