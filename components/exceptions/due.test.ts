import { expect, test } from "vitest";
import { endOfDay, groupOf, leftText } from "./due.tsx";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

test.each([
  ["utc", "2026-11-23T20:00:00Z", "2026-11-24T00:00:00Z"],
  ["Europe/Zurich", "2026-11-23T20:00:00Z", "2026-11-23T23:00:00Z"],
  ["Asia/Tokyo", "2026-11-23T20:00:00Z", "2026-11-24T15:00:00Z"],
  ["America/New_York", "2026-11-23T20:00:00Z", "2026-11-24T05:00:00Z"],
  // A day of 25 hours, and one of 23.
  ["Europe/Zurich", "2026-10-25T10:00:00Z", "2026-10-25T23:00:00Z"],
  ["Europe/Zurich", "2026-03-29T10:00:00Z", "2026-03-29T22:00:00Z"],
])("the day ends by the reader's own zone: %s, %s", (zone, now, end) => {
  expect(new Date(endOfDay(at(now), zone))).toEqual(new Date(end));
});

test("what is due within two hours is soon, before the day's end today, else later", () => {
  const now = at("2026-11-23T20:00:00Z");
  const of = (dueAt?: number) => groupOf({ dueAt } as Parameters<typeof groupOf>[0], now, now + 4 * HOUR);
  expect([of(now - 1), of(now + 2 * HOUR)]).toEqual(["soon", "soon"]);
  expect([of(now + 2 * HOUR + 1), of(now + 4 * HOUR - 1)]).toEqual(["today", "today"]);
  expect([of(now + 4 * HOUR), of()]).toEqual(["later", "later"]);
});

test("seconds count in the last two minutes only", () => {
  const of = (...spans: number[]) => spans.map((ms) => leftText(ms).replaceAll("\u00a0", " "));
  expect(of(37_000, 119_000, 120_999, 24 * 60_000 + 37_000)).toEqual(["37 s", "1 min 59 s", "2 min", "24 min"]);
  expect(of(HOUR + 105 * 60_000, 25 * HOUR + 1)).toEqual(["2 h 45 min", "1 d 1 h"]);
});
