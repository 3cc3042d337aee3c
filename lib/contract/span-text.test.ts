import { expect, test } from "vitest";
import { readSpan, spanText } from "./span-text.ts";

const [FROM, TO] = [Date.parse("2026-11-21T00:00:00Z"), Date.parse("2026-11-22T00:00:00.001Z")];

test("a span is read as it was written, to the millisecond", () => {
  expect(spanText(FROM, TO)).toBe("2026-11-21T00:00:00.000Z/2026-11-22T00:00:00.001Z");
  expect(readSpan(spanText(FROM, TO))).toEqual({ from: new Date(FROM), to: new Date(TO) });
  expect(readSpan("2026-11-21T00:00:00Z/2026-11-21T00:00:00Z")).toEqual({ from: new Date(FROM), to: new Date(FROM) });
});

test.each([
  "2026-11-21T00:00:00Z",
  "2026-11-22T00:00:00Z/2026-11-21T00:00:00Z",
  "2026-11-21/2026-11-22",
  "2026-02-30T00:00:00Z/2026-03-30T00:00:00Z",
  "2026-11-21T00:00:00+01:00/2026-11-22T00:00:00+01:00",
  "0000-01-01T00:00:00Z/2026-11-22T00:00:00Z",
  "2026-11-21T00:00:00Z/2026-11-22T00:00:00Z/2026-11-23T00:00:00Z",
  "2026-11-21T25:00:00Z/2026-11-22T00:00:00Z",
  "/",
])("%s is none", (text) => expect(readSpan(text)).toBeUndefined());
