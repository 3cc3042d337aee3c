import { describe, expect, test } from "vitest";
import type { Ctx } from "./context.ts";
import { passedPeriod, reportPeriod } from "./periods.ts";

const NOW = new Date("2026-11-30T12:00:00Z");
const ctx = { now: async () => NOW } as unknown as Ctx;
const DAY_MS = 86_400_000;
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const faultOf = (period: Promise<unknown>) =>
  period.then(
    () => undefined,
    ({ detail }) => detail.errors,
  );
const before = [{ field: "endTime", message: "endTime must not be before startTime." }];
const ahead = [{ field: "startTime", message: "startTime is ahead of now: give an endTime that is not before it." }];

describe("a period that has passed", () => {
  test("reaches to its end, or to now", async () => {
    expect(await passedPeriod(ctx, { startTime: day(-2), endTime: day(-1) })).toEqual({ from: day(-2), to: day(-1) });
    expect(await passedPeriod(ctx, { startTime: day(-2) })).toEqual({ from: day(-2), to: NOW });
  });
  test("is refused by the field that was sent", async () => {
    expect(await faultOf(passedPeriod(ctx, { startTime: day(-1), endTime: day(-2) }))).toEqual(before);
    expect(await faultOf(passedPeriod(ctx, { startTime: day(1) }))).toEqual(ahead);
    expect(await faultOf(passedPeriod(ctx, { startTime: day(-1), endTime: day(1) }))).toMatchObject([
      { field: "endTime" },
    ]);
  });
});

describe("a report", () => {
  test("is of the last 30 days unless more is said, and of 90 at most", async () => {
    expect(await reportPeriod(ctx, {})).toEqual({ from: day(-30), to: NOW });
    expect(await reportPeriod(ctx, { endTime: day(-1) })).toEqual({ from: day(-31), to: day(-1) });
    expect(await reportPeriod(ctx, { startTime: day(-90) })).toEqual({ from: day(-90), to: NOW });
    const longer = new Date(day(-90).getTime() - 1);
    expect(await faultOf(reportPeriod(ctx, { startTime: longer }))).toMatchObject([{ field: "startTime" }]);
  });
  test("is refused by the field that was sent", async () => {
    expect(await faultOf(reportPeriod(ctx, { startTime: day(-1), endTime: day(-2) }))).toEqual(before);
    expect(await faultOf(reportPeriod(ctx, { startTime: day(1) }))).toEqual(ahead);
  });
});
