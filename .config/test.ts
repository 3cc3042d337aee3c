import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureBuild, ensureClient } from "#lib/server/build.ts";
import { changedSince, touchedBy } from "./changed.ts";
import { type Finished, type Outcome, runInLanes, type Unit } from "./lanes.ts";
import { clearReports, REPORTS } from "./runners.ts";
import { allFiles, countOf, filterFiles, isRest, onceMore, PAGES, unitsOf } from "./units.ts";

// Runs the tests: `npm test`, what matters most in minutes; `-- --changed [BASE]`, what a change touches;
// `npm run test:all`, everything; `npm run test:all -- --rest`, what `npm test` has left out; `--within MINUTES`, what has
// not ended by then is stopped and has failed. The last line counts.

const { values, positionals } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    within: { type: "string" },
  },
  allowPositionals: true,
});
const WIDEST = 160;
/** What the run has shared is stopped within this, or left to the system. */
const END_MS = 60_000;
/** The pages begin before everything else. */
const PAGES_SECONDS = 1_000;

clearReports();
mkdirSync(REPORTS, { recursive: true });
const units = chosen();
const endRun = await prepare();
const within = Number(values.within) * 60_000;
const over = within > 0 ? AbortSignal.timeout(within) : undefined;
const finished = await runInLanes([...pages(), ...units], availableParallelism(), print, over);
await Promise.race([endRun(), sleep(END_MS, undefined, { ref: false })]);
const sum = (key: "passed" | "failed" | "skipped") => finished.reduce((total, { outcome }) => total + outcome[key], 0);
const secondTry = finished.flatMap(({ outcome }) => outcome.secondTry ?? []);
if (secondTry.length > 0) process.stdout.write(`\nGood only at the second try:\n${secondTry.join("\n")}\n`);
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
// Whatever is still open must not keep the run from its end.
await new Promise((done) => process.stdout.write("", done));
process.exit(sum("failed") > 0 || sum("passed") === 0 ? 1 : 0);

function chosen(): Unit[] {
  const all = allFiles();
  const core = filterFiles(all, (path) => !isRest(path));
  if (values.changed) {
    const { touched, sentence } = touchedBy(changedSince(positionals[0] ?? "HEAD"), all);
    process.stdout.write(`${sentence}\n`);
    return unitsOf(touched);
  }
  if (values.rest) return [...unitsOf(filterFiles(all, isRest)), ...onceMore(core)];
  if (values.all) return [...unitsOf(all), ...onceMore(core)];
  process.stdout.write(`Left to npm run test:all: ${countOf(all) - countOf(core)} files (.config/plan.ts).\n`);
  return unitsOf(core);
}

/** Programs of this machine that the tests need are installed once, before anybody asks for them, where we may. */
async function prepare(): Promise<() => Promise<void>> {
  await ensureClient();
  const { ensureTools } = await import("#e2e/world/tools.ts");
  const { openRun } = await import("#e2e/world/run.ts");
  ensureTools();
  return openRun();
}

/** Built beside the tests that need none, before anything that opens them. */
function pages(): Unit[] {
  const run = async (): Promise<Outcome> => {
    await ensureBuild({ atOnce: true });
    return { passed: 0, failed: 0, skipped: 0, output: "" };
  };
  const wanted = units.some(({ after }) => after === PAGES);
  return wanted ? [{ name: PAGES, mostly: "computes", seconds: PAGES_SECONDS, run }] : [];
}

/** One line for what is good; all that was printed for what is not. */
function print({ unit, outcome, seconds }: Finished): void {
  const { passed, failed, skipped, output } = outcome;
  if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n`);
  const last = unit.name.startsWith("proof ") ? output.trim().split("\n").at(-1) : undefined;
  const counts =
    unit.name === PAGES ? "built" : (last ?? `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  const line = `${failed > 0 ? "BAD " : "good"} ${seconds.toFixed(0).padStart(4)} s  ${unit.name}: ${failed > 0 ? `${failed} failed` : counts}`;
  process.stdout.write(`${line.slice(0, WIDEST)}\n`);
}
