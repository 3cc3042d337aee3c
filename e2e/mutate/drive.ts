import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { LONGEST_WAIT_MS, POLL_MS } from "../../.config/waits.ts";
import type { Line } from "./mutant.ts";
import type { SchemaMutant } from "./schema.ts";
import { isPure } from "./scope.ts";
import type { Order } from "./test-runner.ts";
import { mutantsPlugin } from "./vite-plugin.ts";

const ROOT = join(import.meta.dirname, "../..");
/** No mutant keeps a test process silent for longer; what does is counted as found. */
const SILENT_MS = { pure: 60_000, store: 150_000 };
const LOOK_MS = 1_000;
/** In how many test files one mutant is tried by loading everything anew, beside the pure ones of its own folder. */
const MOST_RELOADS = { pure: 2, store: 2 };
/** In how many test files that touch its object one change of the database is tried. */
const MOST_SCHEMA_FILES = 6;
const MOST_CRASHES = 40;

export type Plan = {
  /** Instead of mutants of sources: changes of the database. */
  schema: readonly SchemaMutant[];
  firstIds: ReadonlyMap<string, number>;
  highestId: number;
  /** Ids to be tried, and the tests that load their source, in the order of running. */
  wanted: ReadonlySet<number>;
  tests: readonly { file: string; ids: readonly number[]; near: readonly number[] }[];
};

/**
 * Runs the plan's tests one file after another over the mutants that still live; answers all that was written down, or
 * hands it to `stopped` when the process is told to end.
 */
export async function drive(
  plan: Plan,
  work: string,
  note: (text: string) => void,
  stopped: (lines: readonly Line[]) => void,
): Promise<Line[]> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  process.env["MUTATION_WORK"] = work;
  // What opens the world of all tests runs in here, with no mutant on.
  Object.assign(globalThis, { $m: () => false, $l: () => undefined });
  const vitest = await openVitest(plan);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stopped(readLines(work));
      void vitest.close().finally(() => process.exit(130));
    });
  try {
    for (const { file, ids, near } of plan.tests) {
      for (let crashes = 0; crashes < MOST_CRASHES; crashes += 1) {
        const order = orderOf(plan, file, ids, near, readLines(work));
        if (order.candidates.length + order.schema.length === 0) break;
        writeFileSync(join(work, "order.json"), JSON.stringify(order));
        note(`${file}: ${order.candidates.length + order.schema.length} mutants`);
        if (await runOnce(vitest, file, work)) break;
      }
    }
  } finally {
    await vitest.close();
  }
  return readLines(work);
}

function openVitest(plan: Plan): Promise<Vitest> {
  return createVitest(
    {
      watch: false,
      config: false,
      root: ROOT,
      include: ["**/*.test.{ts,tsx}"],
      exclude: ["node_modules/**", ".next/**", "lib/generated/**"],
      globalSetup: plan.tests.some(({ file }) => !isPure(file)) ? [join(ROOT, "e2e/world/cluster.ts")] : [],
      runner: join(ROOT, "e2e/mutate/test-runner.ts"),
      pool: "forks",
      maxWorkers: 1,
      isolate: true,
      fsModuleCache: false,
      testTimeout: LONGEST_WAIT_MS,
      hookTimeout: LONGEST_WAIT_MS,
      expect: { poll: { timeout: POLL_MS } },
      reporters: [{}],
      silent: true,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [mutantsPlugin(ROOT, plan.firstIds, plan.wanted)], logLevel: "error" },
  );
}

function orderOf(
  plan: Plan,
  file: string,
  ids: readonly number[],
  near: readonly number[],
  lines: readonly Line[],
): Order {
  const dead = new Set(lines.flatMap((line) => (line.kind === "killed" ? [line.id] : [])));
  const passes = Map.groupBy(
    lines.filter((line) => line.kind === "passed"),
    ({ id }) => id,
  );
  const schema = plan.schema.filter(({ id }) => !dead.has(id) && (passes.get(id)?.length ?? 0) < MOST_SCHEMA_FILES);
  return { ...orderFor(file, ids, near, lines), near, highestId: plan.highestId, schema };
}

export function orderFor(
  test: string,
  ids: readonly number[],
  near: readonly number[],
  lines: readonly Line[],
): Pick<Order, "candidates" | "reload"> {
  const dead = new Set<number>();
  const tried = new Set<number>();
  const reloads = new Map<number, number>();
  for (const line of lines) {
    if (line.kind === "killed") dead.add(line.id);
    if (line.kind !== "passed") continue;
    const anew = line.test.endsWith(" (loaded anew)");
    if (anew && isPure(line.test.split(" ", 1)[0] ?? "") === isPure(test))
      reloads.set(line.id, (reloads.get(line.id) ?? 0) + 1);
    if (anew && line.test.startsWith(`${test} `)) tried.add(line.id);
  }
  const most = MOST_RELOADS[isPure(test) ? "pure" : "store"];
  const own = new Set(isPure(test) ? near : []);
  const candidates = ids.filter((id) => !dead.has(id) && !tried.has(id));
  return { candidates, reload: candidates.filter((id) => own.has(id) || (reloads.get(id) ?? 0) < most) };
}

/** Whether the file was run to its end; a process that hangs or dies over a mutant leaves the rest for another round. */
async function runOnce(vitest: Vitest, file: string, work: string): Promise<boolean> {
  const before = readLines(work).length;
  const specification = vitest.getRootProject().createSpecification(join(ROOT, file));
  const watchdog = setInterval(() => endWhenSilent(work, before, SILENT_MS[isPure(file) ? "pure" : "store"]), LOOK_MS);
  try {
    await vitest.runTestSpecifications([specification]);
  } finally {
    clearInterval(watchdog);
  }
  const lines = readLines(work).slice(before);
  if (lines.length === 0) throw new Error(`${file} did not start: run it by itself first`);
  if (lines.some(({ kind }) => kind === "end")) return true;
  const last = lines.at(-1);
  if (last?.kind !== "trying") return last?.kind !== "killed" && last?.kind !== "passed";
  write(work, { kind: "killed", id: last.id, by: `${file} (its process ended)`, how: "timeout", message: "", ms: 0 });
  return false;
}

function endWhenSilent(work: string, before: number, ms: number): void {
  const last = readLines(work).slice(before).at(-1);
  const path = join(work, "lines.jsonl");
  if (last?.kind !== "trying" || Date.now() - lastWrite(path) < ms) return;
  write(work, { kind: "killed", id: last.id, by: "(silent)", how: "timeout", message: "", ms });
  process.kill(last.pid, "SIGKILL");
}

const lastWrite = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : Date.now());

function readLines(work: string): Line[] {
  const path = join(work, "lines.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Line);
}

function write(work: string, line: Line): void {
  appendFileSync(join(work, "lines.jsonl"), `${JSON.stringify(line)}\n`);
}
