import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE, performancePage } from "./load/performance-page.ts";

test("the page of the docs is what is drawn from the figures that are kept, and no other", () => {
  expect(existsSync(PAGE) && readFileSync(PAGE, "utf8")).toBe(performancePage());
});
