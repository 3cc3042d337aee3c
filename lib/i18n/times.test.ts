import { describe, expect, it } from "vitest";
import {
  clockText,
  dateText,
  dayText,
  fullText,
  isZone,
  momentText,
  onSameDay,
  secondText,
  stampText,
  startOfDate,
  startOfDay,
  zoneName,
} from "./times.ts";

const at = (iso: string) => Date.parse(iso);
const HOUR_MS = 3_600_000;

describe("times in a zone", () => {
  it("are written by the zone's clocks", () => {
    const noon = at("2026-07-01T12:00:00Z");
    expect(clockText(noon, "utc")).toBe("12:00:00");
    expect(clockText(noon, "Europe/Zurich")).toBe("14:00:00");
    expect(clockText(noon, "Asia/Kathmandu")).toBe("17:45:00");
    expect(dayText(at("2026-07-01T23:00:00Z"), "Europe/Zurich")).toBe("2 Jul");
    expect(zoneName(noon, "Europe/Zurich")).toBe("CEST");
  });

  it("write a day of one digit alike, with its year and clock too", () => {
    const first = at("2026-12-01T08:05:09Z");
    expect(dayText(first, "utc")).toBe("1 Dec");
    expect(dateText(first, "utc")).toBe("1 Dec 2026");
    expect(stampText(first, "utc")).toBe("1 Dec 2026, 08:05:09");
    expect(fullText(first, "utc")).toBe("1 Dec 2026, 08:05:09 UTC");
  });

  it.each([
    ["a plain day", "2026-07-01", "Europe/Zurich", "2026-06-30T22:00:00Z"],
    ["UTC", "2026-07-01", "utc", "2026-07-01T00:00:00Z"],
    ["far ahead of UTC", "2026-07-01", "Pacific/Kiritimati", "2026-06-30T10:00:00Z"],
    ["far behind UTC", "2026-07-01", "Pacific/Pago_Pago", "2026-07-01T11:00:00Z"],
    ["the day the clocks leap ahead", "2026-03-29", "Europe/Zurich", "2026-03-28T23:00:00Z"],
    ["the day after it", "2026-03-30", "Europe/Zurich", "2026-03-29T22:00:00Z"],
    ["a midnight leapt over", "2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z"],
    ["a midnight before an hour that comes twice", "2026-11-01", "America/Havana", "2026-11-01T04:00:00Z"],
    ["a midnight after an hour that comes twice", "2026-04-05", "America/Santiago", "2026-04-05T04:00:00Z"],
  ])("a day begins when its clocks say so: %s", (_what, date, zone, begins) => {
    expect(new Date(startOfDate(date, zone)).toISOString()).toBe(new Date(begins).toISOString());
    for (const hours of [0, 1, 5, 22]) expect(startOfDay(at(begins) + hours * HOUR_MS, zone)).toBe(at(begins));
    expect(startOfDay(at(begins) - 1, zone)).toBeLessThan(at(begins));
  });

  it("know whether they share a day", () => {
    expect(onSameDay(at("2026-07-01T21:00:00Z"), at("2026-07-01T22:30:00Z"), "utc")).toBe(true);
    expect(onSameDay(at("2026-07-01T21:00:00Z"), at("2026-07-01T22:30:00Z"), "Europe/Zurich")).toBe(false);
    expect(onSameDay(at("2026-07-01T21:00:00Z"), at("2026-07-02T21:00:00Z"), "utc")).toBe(false);
  });

  it("name the day of a moment once that is another than the reader's", () => {
    const [before, after] = [at("2026-11-30T23:59:41Z"), at("2026-12-01T00:06:11Z")];
    expect([momentText(after, after, "utc"), secondText(after, after, "utc")]).toEqual(["00:06", "00:06:11"]);
    for (const write of [momentText, secondText]) {
      expect(write(after, before, "utc")).toBe("1 Dec 00:06");
      expect(write(before, after, "utc")).toBe("30 Nov 23:59");
      expect(write(before, after, "Asia/Tokyo")).toMatch(/^08:59/);
    }
  });

  it("name the year of a moment once that is another than the reader's, in the reader's zone", () => {
    const [before, after] = [at("2025-12-31T23:30:41Z"), at("2026-03-01T12:00:00Z")];
    for (const write of [momentText, secondText]) {
      expect(write(before, after, "utc")).toBe("31 Dec 2025 23:30");
      expect(write(after, before, "utc")).toBe("1 Mar 2026 12:00");
      expect(write(before, after, "Europe/Zurich")).toBe("1 Jan 00:30");
    }
  });

  it.each(["utc", "local", "Europe/Zurich", "America/Argentina/Ushuaia"])("%s is a zone", (zone) =>
    expect(isZone(zone)).toBe(true),
  );
  it.each(["", "Nowhere/Else", "<script>"])("%o is none", (zone) => expect(isZone(zone)).toBe(false));
});
