import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

// The short form of the benchmark of creates: no time is looked at, only whether all was answered and all is there, and what
// the process holds of memory afterwards, where the system tells it.

const ROOT = join(import.meta.dirname, "../..");
const MOST_MB = 300;

test("under load no create is refused, and each has every row that belongs to it", async () => {
  const bench = await promisify(execFile)(process.execPath, ["e2e/bench/create.ts", "--short"], { cwd: ROOT });
  const [, answered = ""] = /(\d+) creates answered/.exec(bench.stdout) ?? [];
  expect(Number(answered)).toBeGreaterThan(100);
  const rows = ["bills", "addresses", "addresses taken", "events", "lines of the audit", "kept answers"];
  expect(bench.stdout).toContain(`${answered} creates answered; ${rows.map((row) => `${answered} ${row}`).join(", ")}`);
  expect(bench.stdout).toContain("create, replay");
  expect(bench.stdout).not.toMatch(/[1-9]\d* refused/);
  const [, held = "0"] = /memory after load: webMb (\d+)/.exec(bench.stdout) ?? [];
  expect(Number(held)).toBeLessThan(MOST_MB);
}, 600_000);
