import { describe, expect, test } from "vitest";
import { onlyFits, type Summand } from "./sums.ts";

const DAY = 86_400_000;
const some = (given: Record<string, number | [number, number]>): Summand[] =>
  Object.entries(given).map(([id, of]) => {
    const [units, day] = typeof of === "number" ? [of, 0] : of;
    return { id, units: BigInt(units), at: new Date(day * DAY) };
  });
const fits = (
  lines: Parameters<typeof some>[0],
  things: Parameters<typeof some>[0],
  mayPay: (line: string, thing: string) => boolean = () => true,
) => onlyFits(some(lines), some(things), mayPay);

describe("by exact sums", () => {
  test("one line pays several things, and several lines one", () => {
    expect(fits({ l: 100 }, { a: 60, b: 40, c: 50 })).toEqual([{ lines: ["l"], things: ["a", "b"] }]);
    expect(fits({ l: 60, m: 40 }, { a: 100 })).toEqual([{ lines: ["l", "m"], things: ["a"] }]);
  });

  test("two fits that touch each other are none; two that do not are both", () => {
    expect(fits({ l: 100 }, { a: 60, b: 40, c: 30, d: 70 })).toEqual([]);
    expect(fits({ l: 100, m: 100 }, { a: 60, b: 40 })).toEqual([]);
    expect(fits({ l: 100, m: 7 }, { a: 60, b: 40, c: 3, d: 4 })).toHaveLength(2);
  });

  test("one thing of exactly the line's sum is a fit like any other", () => {
    expect(fits({ l: 100 }, { a: 100 })).toEqual([{ lines: ["l"], things: ["a"] }]);
    expect(fits({ l: 100 }, { a: 100, b: 100 })).toEqual([]);
    expect(fits({ l: 100 }, { a: 60, b: 40, c: 100 })).toEqual([]);
  });

  test("never to one that is near", () => {
    expect(fits({ l: 100 }, { a: 60, b: 39 })).toEqual([]);
    expect(fits({ l: 100 }, { a: 60, b: 41 })).toEqual([]);
  });

  test("the several lie within a day of one another", () => {
    expect(fits({ l: [100, 5] }, { a: [60, 0], b: [40, 1] })).toHaveLength(1);
    expect(fits({ l: [100, 5] }, { a: [60, 0], b: [40, 2] })).toEqual([]);
    expect(fits({ l: [60, 0], m: [40, 2] }, { a: 100 })).toEqual([]);
  });

  test("what may not be put together is not", () => {
    expect(fits({ l: 100 }, { a: 60, b: 40 }, (_line, thing) => thing !== "b")).toEqual([]);
  });

  test("twelve candidates are searched, thirteen are a person's, and then nothing else fits either", () => {
    const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 2 ** at]));
    expect(fits({ l: 2 ** 12 - 1 }, of(12))).toHaveLength(1);
    expect(fits({ l: 2 ** 13 - 1 }, of(13))).toEqual([]);
    expect(fits({ l: 2 ** 13 - 1, m: 3 }, of(13))).toEqual([]);
  });
});
