import { expect, test } from "vitest";
import { interval, silentTests } from "./report.ts";

const percents = (found: number, drawn: number) =>
  interval(found, drawn).map((share) => Number((share * 100).toFixed(2)));

test("a sample says between which shares the whole lies, and never more than it can know", () => {
  expect(percents(95, 100)).toEqual([88.82, 97.85]);
  expect(percents(143, 150)).toEqual([90.68, 97.72]);
  expect(percents(10, 10)).toEqual([72.25, 100]);
  expect(percents(0, 10)).toEqual([0, 27.75]);
  expect(percents(0, 0)).toEqual([0, 100]);
});

test("a test that fails as it is has judged nothing, and is named once", () => {
  const broken = { kind: "broken", test: "lib/a/one.store.test.ts > holds", message: "expected 1 to be 2" } as const;
  const passed = { kind: "passed", id: 1, test: "lib/a/two.test.ts", ms: 1 } as const;
  expect(silentTests([passed, broken, { ...broken, message: "alone: expected 1 to be 2" }])).toEqual([broken.test]);
});
