import { expect, test } from "vitest";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { ENDED_BECAUSE } from "#lib/payouts/payout-states.ts";
import { stateOf } from "./state-of.ts";

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
