import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { EXPIRY, deposit, payment } from "./payment.fixture.ts";
import { reasonWords, stateOf, tagsOf } from "./state-of.ts";

const of = (text: string) => Decimal.from(text);
const AFTER = EXPIRY + 1_000;
const look = (changes: Partial<PaymentRecord>, now = AFTER) => {
  const { tone, glyph, why } = stateOf(payment(changes), now);
  return [tone, glyph, why?.replaceAll("\u00a0", " ")];
};
const held = (reasonCode: DepositRecord["reasonCode"], txId = "t1") => deposit({ txId, status: "HELD", reasonCode });
const some = { quantityUnconverted: of("0.002") };

test("what goes wrong is red, the worst first", () => {
  expect(look({ labels: ["HELD", "WRONG_ASSET", "REVERSED"] })).toEqual(["fail", "attn", "Reversed"]);
  expect(look({ labels: ["HELD", "WRONG_ASSET"] })).toEqual(["fail", "attn", "Wrong asset"]);
  expect(look({ labels: ["HELD"], deposits: [deposit(), held("SCREENING"), held("DEPOSIT_LIMIT", "t2")] })).toEqual([
    ...["fail", "attn", "Held · screening"],
  ]);
  expect(look({ labels: ["HELD"] })).toEqual(["fail", "attn", "Held"]);
});

test("an open bill says when it expires, until that has passed", () => {
  expect(look({}, EXPIRY - 60_000)).toEqual(["none", "pending", "expires in 1 min"]);
  expect(look({}, EXPIRY - 1)[2]).toMatch(/^expires in /);
  expect(look({}, EXPIRY)).toEqual(["none", "pending", undefined]);
  expect(look({ status: "EXPIRED" })).toEqual(["none", "expired", "Unpaid"]);
});

test("what is on its chain says how far its slowest deposit is", () => {
  const unconfirmed = { status: "UNCONFIRMED" as const, confirmationsRequired: 3 };
  const deposits = [deposit({ ...unconfirmed, confirmations: 2 }), deposit({ ...unconfirmed, confirmations: 1 })];
  expect(look({ status: "DETECTED", deposits })).toEqual(["out", "pie", "1/3 confirmed"]);
  expect(look({ status: "DETECTED" })).toEqual(["out", "pie", undefined]);
});

test("what is being sold late by market order is on its way; all else waits", () => {
  const late = [deposit({ status: "CONVERTED" }), deposit({ status: "PROCESSING", late: true })];
  const processing = { status: "PROCESSING", amountStatus: "PARTIAL" } as const;
  expect(look({ ...processing, strategy: "ACA", deposits: late })).toEqual(["out", "away", "Partial · late"]);
  expect(look({ ...processing, strategy: "RFQ", deposits: late })).toEqual(["wait", "half", "Partial · late"]);
  for (const one of [deposit({ status: "PROCESSING" }), deposit({ late: true })])
    expect(look({ ...processing, strategy: "ACA", deposits: [one] }, EXPIRY - 60_000)).toEqual([
      ...["wait", "half", "Partial · expires in 1 min"],
    ]);
});

test("a completed bill is green only where nothing of it waits for a decision", () => {
  const paid = { status: "COMPLETED", amountStatus: "PAID", quantityConverted: of("0.002") } as const;
  const looks: [Partial<PaymentRecord>, string[]][] = [
    [{}, ["done", "done", "Paid"]],
    [{ labels: ["LATE"] }, ["done", "done", "Paid · late"]],
    [{ amountStatus: "OVERPAID" }, ["done", "done", "Overpaid · all converted"]],
    [
      { labels: ["MULTIPLE"], deposits: [deposit(), deposit({ txId: "t2" }), deposit({ status: "DROPPED" })] },
      ["done", "done", "Paid · 2 deposits"],
    ],
    [{ ...some, quantityLocked: of("0.001") }, ["wait", "half", "Paid · in conversion"]],
    [{ quantityLocked: of("0.001") }, ["done", "done", "Paid"]],
    [{ ...some, labels: ["LATE"] }, ["wait", "kept", "Paid · late, kept"]],
    [{ ...some, labels: ["LATE"], strategy: "RAI" }, ["none", "kept", "Paid · part kept"]],
    [{ ...some }, ["none", "kept", "Paid · part kept"]],
    [{ ...some, quantityConverted: of("0") }, ["none", "kept", "Paid · kept as BTC"]],
    [{ amountStatus: "UNDERPAID" }, ["wait", "half", "Underpaid"]],
    [{ amountStatus: "UNDERPAID", labels: ["LATE"] }, ["wait", "half", "Underpaid · late"]],
    [{ ...some, labels: ["LIMIT_NOT_MET"] }, ["none", "kept", "Paid · limit not met, kept"]],
  ];
  for (const [changes, expected] of looks) expect(look({ ...paid, ...changes })).toEqual(expected);
});

test("a tag for the amount, and one for each label, in their own colours", () => {
  const amounts = ["UNPAID", "PARTIAL", "UNDERPAID", "PAID", "OVERPAID"] as const;
  expect(amounts.map((amountStatus) => tagsOf(payment({ amountStatus }))[0]?.tone)).toEqual([
    ...["none", "wait", "wait", "done", "done"],
  ]);
  const labels = ["LATE", "MULTIPLE", "HELD", "LIMIT_NOT_MET", "REVERSED", "WRONG_ASSET"] as const;
  const [, ...tags] = tagsOf(payment({ labels: [...labels] }));
  expect(tags.map(({ tone }) => tone)).toEqual(["wait", "none", "fail", "none", "fail", "fail"]);
});

test("a reason is read in the trade's words, one that is new by its code", () => {
  expect([reasonWords("BELOW_MINIMUM"), reasonWords("NEWER"), reasonWords(undefined)]).toEqual([
    ...["below the minimum", "NEWER", undefined],
  ]);
});
