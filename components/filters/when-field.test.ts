import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { instantOf } from "#lib/i18n/times.ts";

const ROOT = resolve(import.meta.dirname, "../..");

test("days and instants are asked for in one way", () => {
  const files = globSync("{app,components}/**/*.tsx", { cwd: ROOT });
  const asking = files.filter((file) =>
    /["'](date|datetime-local|month|week|time)["']/.test(
      (readFileSync(resolve(ROOT, file), "utf8").match(/type(=|:|s?\b)[^\n]*/gi) ?? []).join("\n"),
    ),
  );
  expect(asking).toEqual(["components/filters/when-field.tsx"]);
});

test.each([
  ["2026-11-21T12:05", "utc", "2026-11-21T12:05:00Z"],
  ["2026-10-25T12:00:00", "Europe/Berlin", "2026-10-25T11:00:00Z"],
  ["2026-03-29T12:00:00", "Europe/Berlin", "2026-03-29T10:00:00Z"],
  ["2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00Z"],
  ["2026-11-21", "utc", undefined],
  ["", "utc", undefined],
])("%s in %s is %s", (written, zone, at) => {
  expect(instantOf(written, zone)).toBe(at && Date.parse(at));
});
