import { expect, test } from "vitest";
import { inPeriod, PERIODS, periodInUrl, readPeriod } from "./period.ts";

const NOW = Date.parse("2026-11-30T00:00:01Z");
const DAY_MS = 86_400_000;
const rows = Array.from({ length: 40 }, (_, ago) => ({ day: new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10) }));

test("a period is as many days as it says, this one of them", () => {
  const days = (period: (typeof PERIODS)[number]) => inPeriod(rows, period, NOW).map(({ day }) => day);
  expect(days("today")).toEqual(["2026-11-30"]);
  expect([days("7d").length, days("7d").at(-1)]).toEqual([7, "2026-11-24"]);
  expect([days("30d").length, days("30d").at(-1)]).toEqual([30, "2026-11-01"]);
});

test("the usual one stands in no address, and what is none is the usual one", () => {
  expect(PERIODS.map((period) => readPeriod(new URLSearchParams({ period })))).toEqual([...PERIODS]);
  expect([readPeriod(new URLSearchParams("period=1y")), readPeriod(new URLSearchParams())]).toEqual(["30d", "30d"]);
  expect(PERIODS.map(periodInUrl)).toEqual(["today", "7d", undefined]);
});
