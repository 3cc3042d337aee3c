import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { RequestsTab } from "./requests-tab.tsx";

test("where no API key has called, one button shows the calls of all, whatever narrowed the list", async () => {
  const answers = {
    "GET /manage/v1/requests": { data: [], startsAfter: null },
    "GET /manage/v1/requests/errors": { data: [] },
  };
  await show(<RequestsTab />, { role: "admin", at: "/developers?tab=requests&status=500", answers });
  await page.getByRole("button", { name: "Show all calls" }).click();
  const lists = () => requests().filter(({ path }) => path === "/manage/v1/requests");
  await expect.poll(() => lists().at(-1)?.query.get("by")).toBe("all");
  expect(lists().at(-1)?.query.get("status")).toBeNull();
  expect(lists()[0]?.query.get("by")).toBe("programs");
});
