import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { findChromium } from "#e2e/world/browser.ts";
import { type Failure, failure, type Outcome } from "./lanes.ts";
import { ROOT, step } from "./step.ts";
import { TOLD_PATH, type Told } from "./told.ts";

export const REPORTS = join(ROOT, "test-results");
/** A proof ends with this code when something it needs could not be had. */
const MISSING = 77;

const TELLER = join(ROOT, ".config/told.ts");

const toldBeside = (report: string): string => report.replace(/json$/, "told.json");

/** Of a process that did not come to its report: what had failed, and the tests it was at. */
function whatRan(told: string): string {
  const { running = [], faults = [] } = reportAt<Told>(told) ?? {};
  const failed = faults.length > 0 ? `\nUntil then there failed:\n${faults.join("\n\n")}\n` : "";
  return running.length > 0 ? `${failed}\nAt the end there ran:\n${running.join("\n")}\n` : failed;
}

/** Runs files of one of vitest's projects, one after the other; all of the project when none is named. */
export async function runVitest(
  project: string,
  files: readonly string[],
  nth: number,
  stop?: AbortSignal,
): Promise<Outcome> {
  const report = join(REPORTS, `vitest-${project}-${nth}.json`);
  const told = toldBeside(report);
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, `--reporter=${TELLER}`];
  const { code, output } = await step(
    project,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      ".config/vitest.ts",
      "--project",
      project,
      "--maxWorkers=1",
      ...reporters,
      ...files,
    ],
    { env: { [TOLD_PATH]: told }, stop },
  );
  const result = reportAt<VitestReport>(report);
  if (!result) return failure(output + whatRan(told));
  return judged(code, output, {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: result.testResults.flatMap(failuresIn),
  });
}

type VitestReport = Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number> & {
  testResults: readonly VitestFile[];
};
type VitestFile = {
  name: string;
  status: string;
  assertionResults: readonly { status: string; fullName: string }[];
};

/** A file that fails outside its tests, as in a hook, is one failure. */
function failuresIn({ name, status, assertionResults }: VitestFile): Failure[] {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === "failed").map((test) => test.fullName);
  return (failed.length === 0 && status === "failed" ? ["as a whole"] : failed).map((test) => ({ file, name: test }));
}

/** Plays journeys in one browser, one after the other. */
export async function playJourneys(files: readonly string[], nth: number, stop?: AbortSignal): Promise<Outcome> {
  if (!findChromium()) return failure("The journeys need Chromium: install it, or name it in CHROMIUM_PATH.");
  const report = join(REPORTS, `journeys-${nth}.json`);
  const told = toldBeside(report);
  const { code, output } = await step(
    "journeys",
    [
      "node_modules/playwright/cli.js",
      "test",
      "--config",
      ".config/playwright.ts",
      "--workers=1",
      `--reporter=dot,json,${TELLER}`,
      "--output",
      join(REPORTS, `journeys-${nth}`),
      ...files,
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, [TOLD_PATH]: told }, stop },
  );
  const result = reportAt<PlaywrightReport>(report);
  if (!result) return failure(output + whatRan(told));
  const { expected, unexpected, flaky, skipped } = result.stats;
  const counts = { passed: expected + flaky, failed: unexpected + result.errors.length, skipped };
  return { ...judged(code, output, counts), secondTry: result.suites.flatMap(flakyIn) };
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: readonly Suite[];
};
type Suite = {
  suites?: readonly Suite[];
  specs: readonly { title: string; file: string; line: number; tests: readonly { status: string }[] }[];
};

/** The journeys that were good only at their second try. */
function flakyIn({ suites = [], specs }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ title, file, line }) => `${file}:${line} ${title}`), ...suites.flatMap(flakyIn)];
}

/** Each proof counts as one test; one that lacks what it needs has failed, and has said what to install. */
export async function prove(path: string, args: readonly string[], stop?: AbortSignal): Promise<Outcome> {
  const { code, output } = await step(path, [path, ...args], { stop });
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, output };
  if (code === MISSING) return failure(`${output}What it needs is not on this machine: install what it names above.\n`);
  return { ...failure(output), failures: [{ file: path, name: args.join(" ") }] };
}

function reportAt<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}

/** A process that fails though none of its tests did, as when a file cannot be read, is one failure. */
function judged(code: number, output: string, counts: Omit<Outcome, "output">): Outcome {
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed, output };
}

export function clearReports(): void {
  rmSync(REPORTS, { recursive: true, force: true });
}
