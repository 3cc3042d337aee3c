import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { instantsOf } from "#lib/i18n/times.ts";

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
  ["2026-11-21T12:05", "utc", ["2026-11-21T12:05:00Z"]],
  ["2026-10-25T12:00:00", "Europe/Berlin", ["2026-10-25T11:00:00Z"]],
  ["2026-03-29T12:00:00", "Europe/Berlin", ["2026-03-29T10:00:00Z"]],
  ["2026-03-29T02:30:00", "Europe/Berlin", ["2026-03-29T01:30:00Z"]],
  ["2026-10-25T02:30:00", "Europe/Berlin", ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]],
  ["2026-04-05T01:45:00", "Australia/Lord_Howe", ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]],
  ["2026-11-21", "utc", []],
  ["", "utc", []],
])("%s in %s is %s", (written, zone, times) => {
  expect(instantsOf(written, zone)).toEqual(times.map((at) => Date.parse(at)));
});
