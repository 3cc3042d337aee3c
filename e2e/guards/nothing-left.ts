import { afterAll, expect, vi } from "vitest";
import { standingRewrites } from "./statements.ts";

/** The files of a process share its clock and its statements: each leaves them as it found them. */
afterAll(() => {
  expect(vi.isFakeTimers(), "the clock runs").toBe(false);
  expect(vi.isMockFunction(Math.random), "chance is chance").toBe(false);
  expect(standingRewrites(), "statements go as they are written").toEqual([]);
});
