import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { TopBar } from "./top-bar.tsx";

afterEach(() => page.viewport(1280, 800));

const SUMMARY = {
  "GET /manage/v1/cases/summary": { fresh: 0, open: 0, mentions: [] },
  "GET /manage/v1/approvals": { data: [], startsAfter: null },
};
const NOBODY_ELSE = "No second person";

test.each(["sandbox", "live"] as const)("a guard that is off is said by the bar of every page, in %s", async (mode) => {
  await show(<TopBar mode={mode} onFind={() => undefined} onePerson />, { mode, answers: SUMMARY });
  await expect.element(page.getByText(NOBODY_ELSE)).toBeVisible();
  await expect.element(page.getByTitle(/One person alone changes rates/)).toBeVisible();
});

test("where two are asked for it is not said", async () => {
  await show(<TopBar mode="live" onFind={() => undefined} onePerson={false} />, { mode: "live", answers: SUMMARY });
  await expect.element(page.getByRole("link", { name: "Desk" })).toBeVisible();
  await expect.element(page.getByText(NOBODY_ELSE)).not.toBeInTheDocument();
});

test.each([1280, 1024, 761, 390, 320])("the bar fits %i px with it", async (width) => {
  await page.viewport(width, 640);
  const { container } = await show(<TopBar mode="sandbox" onFind={() => undefined} onePerson />, { answers: SUMMARY });
  const bar = container.querySelector("header");
  expect(bar?.scrollWidth).toBeLessThanOrEqual(bar?.clientWidth ?? 0);
  await expect.element(page.getByText(NOBODY_ELSE)).toBeInTheDocument();
});
