import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { show } from "#e2e/stage/stage.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { shiftsOf } from "./shifts-of.ts";

const pending: ApprovalRecord = {
  approvalId: "019a8f3c-8c1e-7abc-8def-0123456789ab",
  what: "person",
  decides: "account",
  status: "PENDING",
  account: "acme",
  request: { act: "role", userId: "u2", email: "ben@example.com", role: "treasurer" },
  before: { role: "viewer" },
  askedBy: "staff:Grace",
  askedAt: Date.parse("2026-11-21T12:00:00Z"),
  expiresAt: Date.parse("2126-11-22T12:00:00Z"),
  yours: false,
  needs: 1,
};
const terms = { account: "acme", currency: "EUR", schedule: "DAILY", delayDays: "1", reserve: "0", place: "DE89" };

test("a role, terms and a new place are told as what they are and what they become", () => {
  expect(shiftsOf(pending)).toEqual([{ name: "Role", before: "Viewer", after: "Treasurer" }]);
  const request = { ...terms, delayDays: "3", reserve: "100", schedule: "WEEKLY", weekday: "1" };
  expect(shiftsOf({ ...pending, what: "settlement-terms", before: terms, request })).toEqual([
    { name: "Schedule", before: "Daily", after: "Weekly" },
    { name: "Weekday", before: "none", after: "Monday" },
    { name: "Paid after (days)", before: "1", after: "3" },
    { name: "Reserve", before: "0.00\u00a0EUR", after: "100.00\u00a0EUR" },
  ]);
  // What was over before this was kept is not told as if nothing had ruled; where nothing did, that is told.
  const past = { ...pending, status: "APPROVED" } as const;
  expect(shiftsOf({ ...past, before: undefined })).toEqual([{ name: "Role", before: "–", after: "Treasurer" }]);
  expect(shiftsOf({ ...past, before: {} })).toEqual([{ name: "Role", before: "none", after: "Treasurer" }]);
  expect(
    shiftsOf({ ...pending, request: { act: "invite", email: "c@d.e", role: "viewer" }, before: undefined }),
  ).toEqual([{ name: "Role", before: "none", after: "Viewer" }]);
  expect(shiftsOf({ ...pending, what: "beneficiary", request: { name: "Fern" }, before: undefined })).toEqual([
    { name: "Payouts to this place", before: "not possible", after: "possible" },
  ]);
});

const way = () => page.getByRole("list", { name: "Who approves" });
const steps = async () => {
  await expect.element(way()).toBeVisible();
  return way()
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);
};

test("who asked, who may approve and until when stand in order, by the reader's own part in it", async () => {
  const { unmount } = await show(<ApprovalFacts approval={pending} />, { role: "viewer" });
  expect(await steps()).toEqual([
    expect.stringMatching(/^RequestedGrace21 Nov/),
    expect.stringMatching(/^Second personAdministrator of acme, other than Graceuntil 22 Nov 2126 12:00$/),
  ]);
  const rows = page
    .getByRole("row")
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(["ItemNowBecomes", "RoleViewer→Treasurer"]);
  await unmount();
  await show(<ApprovalFacts approval={pending} />, { role: "admin" });
  expect((await steps())[1]).toMatch(/^Second personYou, or another Administrator of acme/);
});

test("where two have to approve, both are shown, and who the first was", async () => {
  const owing: ApprovalRecord = {
    ...pending,
    decides: "house",
    what: "beneficiary",
    request: { name: "Fern" },
    needs: 2,
  };
  const { unmount } = await show(<ApprovalFacts approval={owing} />, { role: "viewer" });
  expect(await steps()).toEqual([
    expect.stringMatching(/^Requested/),
    expect.stringMatching(/^First approvalTreasurer or Administrator of the operator, other than Grace/),
    "Second approval",
  ]);
  await unmount();
  const halfway = { ...owing, firstBy: "staff:Hugo", firstAt: owing.askedAt };
  await show(<ApprovalFacts approval={halfway} />, { role: "viewer" });
  expect((await steps()).slice(1)).toEqual([
    expect.stringMatching(/^First approvalHugo21 Nov/),
    expect.stringMatching(/^Second approvalTreasurer or Administrator of the operator, other than Grace and Hugo/),
  ]);
});
