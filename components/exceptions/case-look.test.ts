import { expect, test } from "vitest";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { resolutionsOf } from "#components/treasury/resolutions-of.ts";
import { mendedAt, tailOf } from "./case-look.ts";

const found = (kind: CaseRecord["kind"], caseId: string, causeFacts: CaseRecord["causeFacts"] = {}) =>
  tailOf({ kind, caseId, causeFacts } as CaseRecord);

test.each([
  [found("STOCK_LOW", "stock_low-venue:sandbox-BCH"), "sandbox BCH"],
  [found("STOCK_LOW", "stock_low-venue:kraken-pro-USDT"), "kraken-pro USDT"],
  [found("LOST_HOURS", "lost_hours-2"), ""],
  [found("HELD", "held-019a8f3c-8c1e-7abc-8def-0123456789ab"), "…6789ab"],
  [found("APPROVAL", "approval-x", { approval: "lost-hours" }), "Lost hours"],
])("a case is named in its list by what a reader knows: %s", (tail, wanted) => {
  expect(tail).toBe(wanted);
});

test("what a payout's own transaction has paid otherwise is decided where that payout is, and resolved as nothing before", () => {
  const causeFacts = { payoutId: "pay_1", left: true };
  const found = { kind: "UNKNOWN_SPEND", caseId: "unknown-spend-x", causeFacts } as CaseRecord;
  expect(mendedAt(found, true)?.href).toBe("/payouts?payout=pay_1");
  expect(resolutionsOf(found)).toEqual([]);
  expect(resolutionsOf({ ...found, causeFacts: { left: true } })).toEqual(["LINK", "WRITE_OFF"]);
});
