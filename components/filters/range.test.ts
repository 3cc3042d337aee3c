import { describe, expect, it } from "vitest";
import { rangeFault } from "./range.ts";

describe("rangeFault", () => {
  it("stops at the list's limit", () => {
    expect(rangeFault("2026-08-24", "2026-11-21", "utc", 90)).toBeUndefined();
    expect(rangeFault("2026-08-23", "2026-11-21", "utc", 90)).toBe("tooLong");
    expect(rangeFault("2026-11-21", "2026-11-20", "utc", 90)).toBe("backwards");
    expect(rangeFault("2020-01-01", "2026-11-21", "utc")).toBeUndefined();
    expect(rangeFault("", "2026-11-20", "utc", 90)).toBe("missing");
  });
});
