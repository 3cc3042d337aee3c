import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { LOCKS } from "./locks.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ELSEWHERE = /\.(test|fixture|sql)\.ts$|^lib\/(generated|reference)\//;
const LOCK = /for (no key )?update|for (key )?share|skip locked|nowait|advisory|on conflict|lock table|serializable/i;

const written = globSync("{lib,prisma}/**/*.{ts,sql}", { cwd: ROOT })
  .filter((path) => !ELSEWHERE.test(path))
  .flatMap((at) =>
    readFileSync(join(ROOT, at), "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => LOCK.test(line) && !/^(\*|\/\/|\/\*\*|--)/.test(line))
      .map((line) => ({ at, line })),
  );
const races = globSync("e2e/guards/races-of-*.test.ts", { cwd: ROOT }).flatMap((path) =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/guard: "([^"]+)"/g)].map((match) => match[1]),
);

test("every lock of the program has a race that fails without it, or says why it needs none", () => {
  expect(written.length).toBeGreaterThan(50);
  const unnamed = written.filter(({ at, line }) => !LOCKS.some((lock) => lock.at === at && line.includes(lock.text)));
  expect(unnamed).toEqual([]);
});

test("the table names only locks and races there are, each lock once", () => {
  const times = LOCKS.map(
    (lock) => written.filter(({ at, line }) => lock.at === at && line.includes(lock.text)).length,
  );
  expect(LOCKS.filter((_lock, at) => times[at] !== 1)).toEqual([]);
  expect(LOCKS.flatMap((lock) => ("race" in lock && !races.includes(lock.race) ? [lock.race] : []))).toEqual([]);
});
