import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { deposit, EXPIRY, payment } from "./payment.fixture.ts";
import { storyOf } from "./story.ts";

const of = (text: string) => Decimal.from(text);
const AFTER = EXPIRY + 1_000;
const BEFORE = EXPIRY - 60_000;
const story = (changes: Partial<PaymentRecord>, now = AFTER) =>
  storyOf(payment(changes), now).map(({ text, weighs }) => `${weighs ? "! " : ""}${text.replaceAll("\u00a0", " ")}`);

test("a bill that waits says for what and how long, and in the end that nothing was received", () => {
  expect(story({}, BEFORE)).toEqual(["Waiting for 0.00420876 BTC. The price holds for another 1 min."]);
  expect(story({}, AFTER)[0]).toBe("Waiting for 0.00420876 BTC. The price holds for another 0 s.");
  const over = "Nothing was received before the bill expired. Deposits from now on are late.";
  expect(story({ status: "EXPIRED" })).toEqual([over]);
  expect(story({ status: "EXPIRED", deposits: [deposit({ status: "DROPPED" })] })).toEqual([]);
  expect(story({ status: "COMPLETED" })).toEqual([]);
});

test("what is on its way, what is confirmed, and what of it is missing while it may still be paid", () => {
  const deposits = [
    deposit({ status: "UNCONFIRMED", confirmations: 1, quantity: of("0.001") }),
    deposit({ status: "PROCESSING", quantity: of("0.002") }),
  ];
  const partial = { status: "PROCESSING", amountStatus: "PARTIAL", deposits } as const;
  const seen = "0.001 BTC is on its way: 1 of 2 confirmations.";
  const processed = "0.002 BTC is confirmed and being processed.";
  expect(story(partial, BEFORE)).toEqual([
    ...[seen, processed, "0.00120876 BTC is still missing. The bill expires in 1 min."],
  ]);
  expect(story(partial, EXPIRY)).toEqual([seen, processed]);
  expect(story({ ...partial, amountStatus: "PAID" }, BEFORE)).toEqual([seen, processed]);
});

test("what weighs: a reversal, a deposit that is held, one that was declined", () => {
  const reversed = "! A credited deposit was removed from its chain by a reorganisation. Its credit has been reversed.";
  expect(story({ status: "EXPIRED", labels: ["REVERSED"] })[0]).toBe(reversed);
  const deposits = [
    deposit({ status: "HELD", reasonCode: "DEPOSIT_LIMIT" }),
    deposit({ status: "HELD", quantity: of("1") }),
    deposit({ status: "DECLINED", quantity: of("2") }),
  ];
  expect(story({ status: "PROCESSING", deposits })).toEqual([
    "! 0.002 BTC is held (deposit limit) until it is released or declined.",
    "! 1 BTC is held (Held) until it is released or declined.",
    "! 2 BTC was declined and does not count towards this bill.",
  ]);
});

test("late money is what was seen after the end and stays for that; all else that stays has its reason", () => {
  const completed = { status: "COMPLETED", amountStatus: "PAID" } as const;
  const one = (more: Parameters<typeof deposit>[0]) =>
    story({ ...completed, deposits: [deposit({ quantityUnconverted: of("0.002"), ...more })] });
  const late = "! 0.002 BTC received 1 min after expiry, so it was kept as BTC.";
  expect(one({ firstSeen: EXPIRY + 60_000, reasonCode: "BILL_EXPIRED" })).toEqual([late]);
  expect(one({ firstSeen: EXPIRY, reasonCode: "BILL_EXPIRED" })).toEqual(["0.002 BTC was kept (bill expired)."]);
  expect(one({ firstSeen: EXPIRY + 60_000, reasonCode: "LIMIT_NOT_MET" })).toEqual([
    "0.002 BTC was kept (limit not met).",
  ]);
  expect(one({ firstSeen: EXPIRY + 60_000, reasonCode: "BILL_EXPIRED", quantityUnconverted: of("0") })).toEqual([]);
  expect(one({})).toEqual([]);
});

test("what was sold, what is free of what stays, and what is locked", () => {
  const part = (quantity: string, txId = "t1") => deposit({ txId, quantityUnconverted: of(quantity) });
  const completed = { status: "COMPLETED", amountStatus: "PAID" } as const;
  expect(story({ ...completed, quantityUnconverted: of("0.003"), deposits: [part("0.003")] })).toEqual([
    "It is available to convert.",
  ]);
  const both = { ...completed, quantityUnconverted: of("0.003"), deposits: [part("0.001"), part("0.002", "t2")] };
  expect(story(both)).toEqual(["0.003 BTC is available to convert."]);
  expect(story({ ...both, quantityLocked: of("0.001") })).toEqual([
    ...["0.002 BTC is available to convert.", "0.001 BTC is locked in a conversion."],
  ]);
  const locked = { ...completed, quantityUnconverted: of("0.003"), quantityLocked: of("0.003") };
  expect(story({ ...locked, deposits: [part("0.003")] })).toEqual(["0.003 BTC is locked in a conversion."]);
  expect(story({ ...completed, quantityConverted: of("0.002"), fiatReceived: of("118.8") })).toEqual([
    "0.002 BTC was converted to 118.80 EUR.",
  ]);
});

test("how much less or more than due counts", () => {
  const counted = (quantity: string) => [deposit({ status: "CONVERTED", quantity: of(quantity) })];
  expect(story({ status: "COMPLETED", amountStatus: "UNDERPAID", deposits: counted("0.004") })).toEqual([
    "0.00020876 BTC less received than due.",
  ]);
  expect(story({ status: "COMPLETED", amountStatus: "OVERPAID", deposits: counted("0.005") })).toEqual([
    "0.00079124 BTC more received than due.",
  ]);
});
