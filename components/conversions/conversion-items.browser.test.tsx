import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { conversion } from "./conversion.fixture.ts";
import { ConversionItems } from "./conversion-items.tsx";

afterEach(() => page.viewport(1280, 800));

test.each([360, 440])("beside a long name no amount of a bill is cut, at %i pixels", async (width) => {
  await page.viewport(width, 740);
  const record = conversion();
  const items = record.items.map((item) => ({ ...item, subaccount: "W".repeat(128) }));
  await show(<ConversionItems record={{ ...record, items }} />, { answers: {} });
  const table = page.getByRole("table");
  await expect.element(table).toBeVisible();
  expect(table.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
});
