import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { SavedViews } from "./saved-views.tsx";

test("a view without a name is refused at its field, in the page's own words", async () => {
  await show(<SavedViews page="payments" />, { answers: { "GET /manage/v1/views": { data: [] } } });
  await page.getByRole("button", { name: /Saved views$/ }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await expect.element(page.getByLabelText("Name")).toHaveAccessibleDescription(/Enter a name\./);
  expect(changes()).toEqual([]);
});
