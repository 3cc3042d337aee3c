import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { EXCUSED, HELD } from "./time-guards.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ELSEWHERE = /\.(test|fixture|sql)\.ts$|^lib\/(generated|reference)\/|^lib\/sdk\/operations\.ts$/;
/** How a time is written down in this program: as a constant, as a field of rules, within a statement. */
const WRITTEN = [
  /^(?:export )?const ((?:[A-Z][A-Z_]*_)?(?:MS|SECONDS|MINUTES|HOURS|DAYS)|[A-Z_]+_S)\b/,
  /^\s+(?!retryAfterSeconds\b)(\w+(?:Ms|Seconds)): (?:[\d_]+(?: \* [\d_]+)*,|\{ (?:kind: "milliseconds"|\.\.\.span))/,
  /interval '(\d+ (?!millisecond)\w+)'/,
];

const timesIn = (path: string): string[] =>
  readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .flatMap((line) => WRITTEN.map((pattern) => pattern.exec(line)?.[1]).find((name) => name !== undefined) ?? [])
    .map((name) => `${path}:${name}`);
const times = [
  ...new Set(
    globSync("{lib,prisma}/**/*.{ts,sql}", { cwd: ROOT })
      .filter((path) => !ELSEWHERE.test(path))
      .flatMap(timesIn),
  ),
].sort();
const isExcused = (time: string) =>
  Object.keys(EXCUSED).some((name) => time === name || (name.endsWith("/") && time.startsWith(name)));

test("every time in the program is held by a test, or says why it needs none", () => {
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter((time) => !(time in HELD) && !isExcused(time))).toEqual([]);
  expect(times.filter((time) => time in HELD && isExcused(time))).toEqual([]);
});

test("the table names only times and tests there are", () => {
  expect(Object.keys(HELD).filter((time) => !times.includes(time))).toEqual([]);
  expect(
    Object.keys(EXCUSED).filter(
      (name) => !times.some((time) => time === name || (name.endsWith("/") && time.startsWith(name))),
    ),
  ).toEqual([]);
  expect([...new Set(Object.values(HELD))].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
