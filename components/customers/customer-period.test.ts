import { expect, test } from "vitest";
import { movementTimes, periodOf, sameOf } from "./customer-period.ts";

const at = (text: string) => Date.parse(text);
const NOW = at("2026-11-21T12:00:00Z");

test("an address without a period means the longest that a list of bills takes", () => {
  expect(periodOf(new URLSearchParams())).toEqual({ kind: "90d" });
  expect(periodOf(new URLSearchParams("range=7d"))).toEqual({ kind: "7d" });
});

test("a movement's end is not included, and one that has not come is now", () => {
  const between = (from: string, to: string) => movementTimes({ kind: "custom", from, to }, NOW, "utc");
  expect(between("2026-11-01", "2026-11-20")).toEqual({
    startTime: at("2026-11-01T00:00:00Z"),
    endTime: at("2026-11-21T00:00:00Z"),
  });
  expect(between("2026-11-01", "2026-11-21")).toEqual({ startTime: at("2026-11-01T00:00:00Z") });
  expect(between("2026-11-22", "2026-11-23")).toEqual({ startTime: NOW });
  expect(movementTimes({ kind: "7d" }, NOW, "utc")).toEqual({ startTime: at("2026-11-15T00:00:00Z") });
  const lastOfDay = at("2026-11-20T23:59:59.999Z");
  expect(movementTimes({ kind: "custom", from: "2026-11-01", to: "2026-11-20" }, lastOfDay, "utc")).toEqual({
    startTime: at("2026-11-01T00:00:00Z"),
  });
});

test("a list beside it has the same customer and the same period", () => {
  expect(sameOf("/payments", "shop & son", { kind: "7d" })).toBe("/payments?range=7d&subaccount=shop+%26+son");
  expect(sameOf("/payments", "a", { kind: "custom", from: "2026-11-01", to: "2026-11-20" }, { label: "LATE" })).toBe(
    "/payments?from=2026-11-01&to=2026-11-20&subaccount=a&label=LATE",
  );
});
