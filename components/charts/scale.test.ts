import { describe, expect, test } from "vitest";
import { answerLanguage } from "#lib/i18n/language.ts";
import { lastDays, scaleFor, TALL_TICKS, tickText } from "./scale.ts";

describe("a scale", () => {
  test.each([
    [[], 0, 0.5],
    [[7], 0, 10],
    [[3, 4], 0, 4],
    [[120, 80], 0, 200],
    [[-3, 8], -10, 10],
    [[-5], -5, 0],
    [[0.0004], 0, 0.0004],
  ])("of %j ends at round numbers that hold them all", (values, low, high) => {
    const scale = scaleFor(values);
    expect([scale.low, scale.high]).toEqual([low, high]);
    for (const value of values) expect(scale.share(value)).toBeGreaterThanOrEqual(0);
    for (const value of values) expect(scale.share(value)).toBeLessThanOrEqual(1);
    expect(scale.ticks.at(0)).toBe(low);
    expect(scale.ticks).toContain(0);
  });
});

test("a tall chart has more steps, and ends nearer above its values", () => {
  expect(scaleFor([125_000]).ticks).toEqual([0, 100_000, 200_000]);
  expect(scaleFor([125_000], TALL_TICKS).ticks).toEqual([0, 50_000, 100_000, 150_000]);
});

test("days are counted in UTC, the present one last", () => {
  expect(lastDays(Date.parse("2026-03-01T00:30:00Z"), 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test.each([
  [0, "0"],
  [-10, "−10"],
  [2_500, "2.5\u00a0k"],
  [3_000_000, "3\u00a0M"],
])("the tick %d reads %s", (value, text) => {
  expect(tickText(value)).toBe(text);
});

test("German ticks have their own comma and units", () => {
  answerLanguage(() => "de");
  expect([2_500, 1_250_000, -0.5].map(tickText)).toEqual(["2,5\u00a0Tsd.", "1,25\u00a0Mio.", "−0,5"]);
  answerLanguage(() => "en");
});
