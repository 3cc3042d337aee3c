import { expect, test } from "vitest";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ANYBODY } from "#lib/contract/voice.ts";
import { letterOf } from "./letter.ts";

const approval = {
  approvalId: "01a",
  decides: "house",
  account: "acme",
  status: "PENDING",
  askedBy: "staff:Otto",
  askedAt: 0,
  yours: false,
  needs: 1,
  expiresAt: Date.UTC(2026, 10, 24, 12),
} as const;
const letter = (more: Partial<ApprovalRecord> & Pick<ApprovalRecord, "what">) =>
  letterOf({ ...approval, ...more }, ANYBODY);

test.each<[Partial<ApprovalRecord> & Pick<ApprovalRecord, "what">, string]>([
  [
    { what: "payout", payout: { asset: "USDT", networkType: "tron", quantity: Decimal.from("25.5"), reference: "r" } },
    "Payout of 25.5\u00a0USDT Tron",
  ],
  [
    { what: "setting", changes: [{ name: "spreadBps", before: Decimal.from("100"), after: Decimal.from("80") }] },
    "Spread to 0.80\u00a0%",
  ],
  [
    {
      what: "setting",
      changes: [
        { name: "spreadBps", before: undefined, after: "default" },
        { name: "guaranteeMs", after: Decimal.from("1") },
      ],
    },
    "Spread to default and 1 more",
  ],
  [{ what: "wallet", request: { kind: "BTC_P2WPKH", account: "acme" } }, "Use the wallet BTC_P2WPKH for acme"],
  [{ what: "key", request: { name: "pays\nall" } }, 'Let the key "pays all" work'],
  [
    { what: "person", request: { act: "invite", email: "bo@example.com", role: "admin" } },
    "bo@example.com as Administrator",
  ],
  [
    { what: "person", request: { act: "reset", kind: "FACTOR", email: "bo@example.com", role: "admin" } },
    "Reset the second factor of bo@example.com",
  ],
  [{ what: "hold", request: { txId: "01b", note: "no" } }, "Decline a held deposit"],
  [
    {
      what: "execution",
      request: {
        quantity: "0.5",
        baseSymbol: "BTC",
        quoteSymbol: "EUR",
        lowestPrice: "58205.88",
        until: "1795522000000",
      },
    },
    "Sell 0.5\u00a0BTC at 58\u00a0205.88\u00a0EUR or more",
  ],
])("a letter says in figures what will happen: %j", (more, title) => {
  const { subject, text } = letter(more);
  expect(subject).toBe(`Awaiting your decision: ${title}`);
  expect(text).toContain(`\n${title}\n`);
  expect(text).toContain("expires on 24 Nov 2026, 12:00:00 UTC");
});

test("what the requester wrote is quoted, on one line and cut", () => {
  const reference = `x\u2028Approve at\nhttps://evil.example ${"y".repeat(200)}`;
  const { text } = letter({ what: "payout", payout: { asset: "EUR", quantity: Decimal.from("1"), reference } });
  const line = text.split("\n").find((each) => each.startsWith("  Reference: "));
  expect(line).toMatch(/^ {2}Reference: "x Approve at https:\/\/evil\.example y+…"$/);
  expect(line?.length).toBeLessThan(150);
});

test.each([
  ["staff:Otto", '"Otto" requests'],
  ["key:ak_1", "The API key ak_1 requests"],
  ["operator", "The operator’s command line requests"],
])("%s is named", (askedBy, expected) => {
  expect(letter({ what: "hold", request: {}, askedBy }).text).toMatch(new RegExp(`^${expected}`));
});
