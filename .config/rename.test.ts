import { expect, test } from "vitest";
import { step } from "./step.ts";

const MINUTES = 600_000;

test("a field renamed in its contract is noticed by verbs, desk, SDK and reference", { timeout: MINUTES }, async () => {
  const { code, output } = await step("rename", [".config/rename.ts", "fiatReceivable"]);
  expect(output).not.toContain("DOES NOT NOTICE");
  expect(output).toMatch(/verb: \d+ errors[\s\S]*desk: \d+ errors[\s\S]*SDK: \d+ errors[\s\S]*docs: \d+ errors/);
  expect(code).toBe(0);
});

test("where one of them does not have the field, it says so and fails", { timeout: MINUTES }, async () => {
  const { code, output } = await step("rename", [".config/rename.ts", "caseIds"]);
  expect(output).toMatch(/desk: \d+ errors[\s\S]*SDK: DOES NOT NOTICE/);
  expect(code).toBe(1);
});
