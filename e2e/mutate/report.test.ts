import { expect, test } from "vitest";
import { interval } from "./report.ts";

const percents = (found: number, drawn: number) =>
  interval(found, drawn).map((share) => Number((share * 100).toFixed(2)));

test("a sample says between which shares the whole lies, and never more than it can know", () => {
  expect(percents(95, 100)).toEqual([88.82, 97.85]);
  expect(percents(143, 150)).toEqual([90.68, 97.72]);
  expect(percents(10, 10)).toEqual([72.25, 100]);
  expect(percents(0, 10)).toEqual([0, 27.75]);
  expect(percents(0, 0)).toEqual([0, 100]);
});
