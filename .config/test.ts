import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { ensureBuild } from "#lib/server/build.ts";
import { ROOT, step } from "./step.ts";

type Tally = { passed: number; failed: number; skipped: number };

const REPORTS = join(ROOT, "test-results");
/** A proof ends with this code when something it needs could not be had: it counts as skipped, as test programs have it. */
const SKIPPED = 77;

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
await ensureBuild();
const tallies = [await runVitest(), await runJourneys(), ...(await runProofs())];
const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;

async function runVitest(): Promise<Tally> {
  const report = join(REPORTS, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await step(
    "vitest",
    ["node_modules/vitest/vitest.mjs", "run", "--config", ".config/vitest.ts", ...reporters],
    {
      show: true,
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, "utf8"),
  ) as Record<string, number>;
  const failed = numFailedTests ?? 0;
  return {
    passed: numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
  };
}

async function runJourneys(): Promise<Tally> {
  if (globSync("e2e/journeys/**/*.journey.ts", { cwd: ROOT }).length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const { ensureChromium } = await import("#e2e/world/browser.ts");
  if (!ensureChromium()) {
    process.stdout.write("The journeys need Chromium: install it, or name it in CHROMIUM_PATH.\n");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = join(ROOT, "playwright-report/journeys.json");
  rmSync(report, { force: true });
  const { code } = await step(
    "journeys",
    ["node_modules/playwright/cli.js", "test", "--config", ".config/playwright.ts", "--reporter=list,json"],
    {
      show: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = JSON.parse(readFileSync(report, "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

/** Each proof in its short form counts as one test; they wait more than they work, so two go at a time, each in its own world. */
async function runProofs(): Promise<Tally[]> {
  const waiting = globSync("e2e/prove/*.ts", { cwd: ROOT }).sort();
  const tallies: Tally[] = [];
  const lane = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const { code, output, seconds } = await step(path, [path]);
      process.stdout.write(`\nProof: ${basename(path, ".ts")}, ${seconds.toFixed(0)} s\n${output}`);
      const skipped = code === SKIPPED ? 1 : 0;
      tallies.push({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 - skipped, skipped });
    }
  };
  await Promise.all([lane(), lane()]);
  return tallies;
}
