import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { ApprovalsTab } from "./approvals-tab.tsx";

afterEach(() => page.viewport(1280, 800));

const answers = { "GET /manage/v1/approvals": { data: [], startsAfter: null } };

test("lists that filters leave empty say that nothing fits, not that nothing happened", async () => {
  const { unmount } = await show(<ApprovalsTab />, { at: "/approvals", answers });
  await expect.element(page.getByText("No decisions yet.")).toBeVisible();
  await expect.element(page.getByText("No approvals pending")).toBeVisible();
  await unmount();
  await show(<ApprovalsTab />, { at: "/approvals?what=payout", answers });
  await expect.poll(() => page.getByText("No request matches these filters.").elements().length).toBe(2);
});

test("a requested change says what holds now, and then what would", async () => {
  const approval: ApprovalRecord = {
    approvalId: "apr_1",
    what: "setting",
    decides: "house",
    status: "PENDING",
    askedBy: "staff:Ada",
    askedAt: Date.parse("2026-11-21T12:00:00Z"),
    yours: false,
    needs: 1,
    expiresAt: Date.parse("2026-11-22T12:00:00Z"),
    changes: [{ name: "spreadBps.BTC.EUR", before: "100", after: "80" }],
  };
  const { container } = await show(<ApprovalFacts approval={approval} />);
  const values = [...container.querySelectorAll("td")].map(({ textContent }) => textContent?.replace(/\s+/gu, " "));
  expect(values.filter((value) => value?.includes("%"))).toEqual(["1.00 %", "0.80 %"]);
});

test.each([
  ["Hugo", 0, 1],
  ["Ida", 1, 0],
])("of two who agree the first decides no more, the other does: %s was first", async (first, decides, looks) => {
  const approval: ApprovalRecord = {
    ...({ approvalId: "apr_1", what: "beneficiary", decides: "house", status: "PENDING", account: "acme" } as const),
    ...{ request: { name: "Fern" }, askedBy: "staff:Ada", askedAt: Date.parse("2026-11-21T12:00:00Z"), yours: false },
    ...{ needs: 2, firstBy: `staff:${first}`, firstAt: Date.parse("2026-11-21T13:00:00Z") },
    expiresAt: Date.parse("2126-11-22T12:00:00Z"),
  };
  await show(<ApprovalDialog approval={approval} onClose={() => undefined} />, {
    staff: operatorAs("treasurer"),
    answers: { "GET /house/v1/comments": { data: [], people: [] } },
  });
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expect(page.getByRole("button", { name: "Decline", exact: true }).elements()).toHaveLength(decides);
  expect(page.getByText(/^You have approved this\. It takes effect once another/).elements()).toHaveLength(looks);
});

test("on a phone a change is read to its end, however long its values are", async () => {
  await page.viewport(390, 844);
  const address = `${"Am Alten Elbtunnel 14, ".repeat(6)}Hamburg`;
  const approval = {
    ...{ approvalId: "apr_1", what: "setting", decides: "house", status: "PENDING", yours: false, needs: 1 },
    ...{ askedBy: "staff:Ada", askedAt: 1_790_000_000_000, expiresAt: 4_790_086_400_000 },
    changes: [{ name: "issuerAddress", before: address, after: "W".repeat(80) }],
  };
  const found = { data: [approval], startsAfter: null };
  await show(<ApprovalsTab />, { at: "/approvals", answers: { "GET /manage/v1/approvals": found } });
  const shift = page.getByText(/Elbtunnel/).first();
  await expect.element(shift).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(shift.element());
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(390);
});
