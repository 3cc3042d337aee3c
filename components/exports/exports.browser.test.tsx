import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { ExportsPage } from "./exports-page.tsx";

const AT = Date.parse("2026-11-23T12:00:00Z");
const file = (exportId: string, bytes: number) => ({
  ...{ exportId, list: "payments", format: "csv", status: "READY", language: "en", filter: {}, createdBy: "staff:Ada" },
  ...{ count: 1234, rows: 1234, bytes, createdAt: AT, expiresAt: AT + 7 * 86_400_000 },
});
const answers = {
  "GET /manage/v1/exports": { data: [file("a", 999), file("b", 1_250), file("c", 999_960), file("d", 12_345_678)] },
};
const rows = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].slice(2, 4).map(({ textContent }) => textContent?.replace(/\s/gu, " ")));

afterEach(() => {
  document.documentElement.lang = "en";
});

test("who ordered a file is named, a key by its end", async () => {
  const by = { ...file("e", 1), createdBy: "key:ak_0123456789abcdef" };
  await show(<ExportsPage />, { answers: { "GET /manage/v1/exports": { data: [file("a", 1), by] } } });
  await expect.element(page.getByRole("cell", { name: "API key …abcdef" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "Ada", exact: true })).toBeVisible();
});

test.each([
  ["en", ["999 B", "1.3 kB", "1 MB", "12.3 MB"]],
  ["de", ["999 B", "1,3 kB", "1 MB", "12,3 MB"]],
])("a file's size is written in its largest unit, as its reader writes numbers: %s", async (language, sizes) => {
  document.documentElement.lang = language;
  await show(<ExportsPage />, { answers });
  await expect.poll(rows).toEqual(sizes.map((size) => ["1 234", size]));
});
