import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ApprovalFacts } from "./approval-facts.tsx";

const of = (text: string) => Decimal.from(text);
const leaves = (holds: string, promised: string, after: string) => ({
  holds: of(holds),
  promised: of(promised),
  after: of(after),
});
const approval: ApprovalRecord = {
  approvalId: "019a8f3c-8c1e-7abc-8def-0123456789ab",
  what: "payout",
  decides: "house",
  status: "PENDING",
  account: "acme",
  payout: { asset: "USDT", networkType: "tron", quantity: of("1000"), reference: "out-1", payoutId: "p1" },
  funds: { account: { ...leaves("3500.5", "500", "2000.5"), owed: of("12"), reserve: of("22.69") } },
  askedBy: "staff:Grace",
  askedAt: Date.parse("2026-11-21T12:00:00Z"),
  expiresAt: Date.parse("2126-11-22T12:00:00Z"),
  yours: false,
  needs: 1,
};
const rows = (name: RegExp) =>
  [...page.getByRole("table", { name }).element().querySelectorAll("tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent?.replace(/\s/gu, " ")),
  );

test("who decides sees what the account holds, what else is promised and what is free after it", async () => {
  await show(<ApprovalFacts approval={approval} />);
  expect(rows(/What it leaves, USDT Tron/)).toEqual([
    ["Confirmed", "acme"],
    ["Balance now", "3 500.500000"],
    ["Promised otherwise", "500.000000"],
    ["This payout", "1 000.000000"],
    ["Free after it", "2 000.500000"],
    ["Reserve by the settlement terms", "22.690000"],
    ["The account owes the operator 12 USDT Tron."],
  ]);
});

test("somebody of the house sees the place that pays it too, and what is not covered stands out", async () => {
  const place = { name: "custody:tron", ...leaves("900", "0", "-100") };
  const funds = { account: leaves("3500.5", "500", "2000.5"), place };
  await show(<ApprovalFacts approval={{ ...approval, funds }} />);
  expect(rows(/What it leaves/).map((row) => row[2])).toEqual([
    expect.stringMatching(/^Custody tron/i),
    ...["900.000000", "0.000000", "1 000.000000", "−100.000000"],
  ]);
  expect(page.getByRole("cell", { name: /−100/ }).element().className).toContain("text-fail-text");
});

test("what has been decided shows no balances of now", async () => {
  const { funds: _funds, ...decided } = approval;
  await show(<ApprovalFacts approval={{ ...decided, status: "APPROVED" }} />);
  expect(page.getByRole("table", { name: /What it leaves/ }).elements()).toEqual([]);
});
