import { describe, expect, test } from "vitest";
import { completeTo, gapsIn } from "./coverage.ts";

const ranges = (...pairs: [number, number][]) => pairs.map(([first, last]) => ({ first, last }));

describe("what has been scanned", () => {
  test.each([
    ["nothing", [], [], undefined],
    ["one range", ranges([5, 9]), [], 9],
    ["neighbours", ranges([10, 12], [5, 9]), [], 12],
    ["a hole", ranges([0, 9], [12, 20]), ranges([10, 11]), 9],
    ["two holes", ranges([0, 3], [5, 6], [9, 9]), ranges([4, 4], [7, 8]), 3],
    ["an empty range asks for what follows it", ranges([2, 1], [6, 9]), ranges([2, 5]), 1],
    ["an empty range before all asks for everything", ranges([0, -1], [6, 9]), ranges([0, 5]), undefined],
    ["an empty range within another asks for nothing", ranges([0, 9], [4, 3]), [], 9],
  ])("%s", (_name, scanned, gaps, complete) => {
    expect(gapsIn(scanned)).toEqual(gaps);
    expect(completeTo(scanned)).toBe(complete);
  });
});
