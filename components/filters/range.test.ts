import { describe, expect, it } from "vitest";
import { rangeFault, timesOf } from "./range.ts";

describe("rangeFault", () => {
  it("stops at the list's limit", () => {
    expect(rangeFault("2026-08-24", "2026-11-21", "utc", 90)).toBeUndefined();
    expect(rangeFault("2026-08-23", "2026-11-21", "utc", 90)).toBe("tooLong");
    expect(rangeFault("2026-11-21", "2026-11-20", "utc", 90)).toBe("backwards");
    expect(rangeFault("2020-01-01", "2026-11-21", "utc")).toBeUndefined();
    expect(rangeFault("", "2026-11-20", "utc", 90)).toBe("missing");
  });
});

describe("timesOf", () => {
  it("begins a named range at a day's own midnight, though the clocks changed within it", () => {
    const now = Date.parse("2026-10-27T09:00:00Z");
    const zone = "Europe/Berlin";
    expect(timesOf({ kind: "today" }, now, zone)).toEqual({ startTime: Date.parse("2026-10-26T23:00:00Z") });
    expect(timesOf({ kind: "7d" }, now, zone)).toEqual({ startTime: Date.parse("2026-10-20T22:00:00Z") });
    expect(timesOf({ kind: "7d" }, now, "utc")).toEqual({ startTime: Date.parse("2026-10-21T00:00:00Z") });
  });
});
