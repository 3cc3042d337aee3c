import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { ApprovalsTab } from "./approvals-tab.tsx";

const answers = { "GET /manage/v1/approvals": { data: [], startsAfter: null } };

test("lists that filters leave empty say that nothing fits, not that nothing happened", async () => {
  const { unmount } = await show(<ApprovalsTab />, { at: "/approvals", answers });
  await expect.element(page.getByText("No decisions yet.")).toBeVisible();
  await expect.element(page.getByText("No approvals pending")).toBeVisible();
  await unmount();
  await show(<ApprovalsTab />, { at: "/approvals?what=payout", answers });
  await expect.poll(() => page.getByText("No request matches these filters.").elements().length).toBe(2);
});
