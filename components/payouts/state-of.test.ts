import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { ENDED_BECAUSE } from "#lib/payouts/payout-states.ts";
import { amountOf, OPEN, receiverOf, stateOf, stepsOf } from "./state-of.ts";

const why = (reason: string) => stateOf({ status: "FAILED", kind: "PAYOUT", asset: "EUR", reason } as PayoutRecord).why;

test("what ended a payout without a person is said by the page, and a person's own words as they wrote them", () => {
  expect(Object.values(ENDED_BECAUSE).map(why)).toEqual([
    "not decided in time",
    "returned by the bank",
    "its transaction paid the destination nothing",
    "beneficiary no longer listed",
  ]);
  expect(why("Wrong account.")).toBe("Wrong account.");
});

test("what is on hold since a restore says so in place of where it stands", () => {
  const approved = { status: "APPROVED", kind: "PAYOUT", asset: "BTC" } as PayoutRecord;
  expect([approved, { ...approved, mayHaveLeft: true }].map((record) => stateOf(record).why)).toEqual([
    "not sent yet",
    "on hold since the restore",
  ]);
});

const STATES = [
  ["RECORDED", "done", "kept", "made elsewhere"],
  ["REQUESTED", "wait", "half", "awaiting the operator"],
  ["APPROVED", "wait", "half", "not sent yet"],
  ["PREPARED", "wait", "half", "in a bank file"],
  ["SIGNED", "wait", "half", "ready to broadcast"],
  ["BROADCAST", "out", "away", "unconfirmed"],
  ["CONFIRMED", "done", "done", undefined],
  ["REJECTED", "none", "cancel", undefined],
  ["CANCELLED", "none", "cancel", undefined],
  ["FAILED", "fail", "attn", undefined],
] as const;

test.each(STATES)("%s is shown as %s", (status, tone, glyph, reason) => {
  const shown = stateOf({ status, kind: "PAYOUT", asset: "EUR" } as PayoutRecord);
  expect([shown.tone, shown.glyph, shown.why]).toEqual([tone, glyph, reason]);
});

test("crypto that is prepared waits for its signature; a kind of its own is named; a reversed deposit goes before all", () => {
  const of = (more: Partial<PayoutRecord>) => stateOf({ kind: "PAYOUT", asset: "BTC", ...more } as PayoutRecord).why;
  expect(of({ status: "PREPARED" })).toBe("awaiting signature");
  expect(of({ status: "SIGNED" })).toBe("ready to broadcast");
  expect([of({ status: "CONFIRMED", kind: "REFUND" }), of({ status: "CONFIRMED", kind: "SETTLEMENT" })]).toEqual([
    ...["refund", "settlement"],
  ]);
  expect(of({ status: "FAILED", reason: "DEPOSIT_REVERSED" })).toBe("a deposit it was paid from was reversed");
});

test("its money is reserved from the request until it is in a block or ended", () => {
  expect(OPEN).toEqual(["REQUESTED", "APPROVED", "PREPARED", "SIGNED", "BROADCAST"]);
});

const steps = (status: PayoutRecord["status"], asset: "EUR" | "BTC", approvedAt?: number) =>
  stepsOf({ status, asset, ...(approvedAt !== undefined && { approvedAt }) } as PayoutRecord)
    .map((one) => `${one.status} ${one.state}`)
    .join(", ");

test("how far it is: fiat by a bank file, crypto by a transaction, and where it ended", () => {
  expect(steps("REQUESTED", "EUR")).toBe("REQUESTED here, APPROVED ahead, PREPARED ahead, CONFIRMED ahead");
  expect(steps("PREPARED", "EUR")).toBe("REQUESTED did, APPROVED did, PREPARED here, CONFIRMED ahead");
  expect(steps("CONFIRMED", "EUR")).toBe("REQUESTED did, APPROVED did, PREPARED did, CONFIRMED did");
  for (const status of ["APPROVED", "PREPARED", "SIGNED"] as const)
    expect(steps(status, "BTC")).toBe("REQUESTED did, APPROVED here, BROADCAST ahead, CONFIRMED ahead");
  expect(steps("BROADCAST", "BTC")).toBe("REQUESTED did, APPROVED did, BROADCAST here, CONFIRMED ahead");
  expect(steps("REJECTED", "BTC")).toBe("REQUESTED did, REJECTED ended");
  expect(steps("FAILED", "EUR", 1)).toBe("REQUESTED did, APPROVED did, FAILED ended");
});

test("an amount is named with its network, a receiver by who it is", () => {
  const usdt = { asset: "USDT", networkType: "tron", quantity: Decimal.from("25") } as const;
  expect(amountOf(usdt)).toBe("25\u00a0USDT Tron");
  expect(amountOf({ asset: "EUR", quantity: Decimal.from("10") } as PayoutRecord)).toBe("10.00\u00a0EUR");
  const receivers = [{ beneficiary: "Acme GmbH", refundLinkId: "1" }, { refundLinkId: "1" }, {}];
  expect(receivers.map((one) => receiverOf(one as PayoutRecord))).toEqual([
    ...["Acme GmbH", "the payer", "outside this system"],
  ]);
});
