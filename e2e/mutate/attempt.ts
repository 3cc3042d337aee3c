import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";

/** One test, and what its runner does before and after. */
export type Attempt = { test: RunnerTestCase; before(): void; after(): void };

type Hook = (...args: unknown[]) => unknown;
type Switches = { $m(id: number): boolean; $l(): void };

const switches = globalThis as unknown as Switches;
const LEAST_LOOPS = 200_000;
const MOST_LOOPS = 200_000_000;
const GROWTH = 5;

let loops = 0;
// Sources of the world itself may hold mutants and be loaded before any test: none is on until then.
switchOn(undefined);

/** From now on every mutant is off and noted when it is met. */
export function watchHits(highestId: number): Uint8Array {
  const hits = new Uint8Array(highestId + 1);
  loops = 0;
  switches.$m = (id) => {
    hits[id] = 1;
    return false;
  };
  switches.$l = () => {
    loops += 1;
  };
  return hits;
}

/** Rounds of loops since {@link watchHits}. */
export const loopsOf = (): number => loops;

/** Turns one mutant on, or none; a loop that goes round far more often than without it is taken for an endless one. */
export function switchOn(active: number | undefined, usualLoops: number = MOST_LOOPS / GROWTH): void {
  const most = Math.max(LEAST_LOOPS, usualLoops * GROWTH);
  let rounds = 0;
  switches.$m = active === undefined ? () => false : (id) => id === active;
  switches.$l = () => {
    rounds += 1;
    if (rounds > most && active !== undefined) throw new Error("endless loop");
  };
}

/** Runs the test with all hooks of its own; answers why it failed, undefined when it passed. The file's world stays open. */
export async function attempt({ test, before, after }: Attempt): Promise<string | undefined> {
  const suites = suitesOf(test);
  const inner = suites.filter((suite) => suite !== test.file);
  const cleanups: Hook[] = [];
  let failure: string | undefined;
  const step = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failure ??= messageOf(error);
    }
  };
  before();
  for (const suite of inner) await step(() => runHooks(suite, "beforeAll", [suite], cleanups));
  if (failure === undefined)
    for (const suite of suites) await step(() => runHooks(suite, "beforeEach", [test.context, suite], cleanups));
  if (failure === undefined) await step(() => TestRunner.getTestFn(test)());
  if (failure === undefined) await step(after);
  for (const suite of suites.toReversed()) await step(() => runHooks(suite, "afterEach", [test.context, suite], []));
  for (const suite of inner.toReversed()) await step(() => runHooks(suite, "afterAll", [suite], []));
  for (const cleanup of cleanups.toReversed()) await step(() => cleanup());
  for (const finish of takeFinishers(test)) await step(() => finish(test.context));
  return failure;
}

/** What the test itself asked to be done at its end. */
function takeFinishers(test: RunnerTestCase): Hook[] {
  const own = test as unknown as { onFinished?: Hook[]; onFailed?: Hook[] };
  const finishers = (own.onFinished ?? []).toReversed();
  delete own.onFinished;
  delete own.onFailed;
  return finishers;
}

/** Closes what the file's own hooks opened and opens it anew; answers what went wrong. */
export async function reopen(file: RunnerTestSuite): Promise<string | undefined> {
  try {
    await runHooks(file, "afterAll", [file], []);
    await runHooks(file, "beforeAll", [file], []);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function runHooks(
  suite: RunnerTestSuite,
  name: "beforeAll" | "beforeEach" | "afterEach" | "afterAll",
  args: unknown[],
  cleanups: Hook[],
): Promise<void> {
  const hooks = [...((TestRunner.getSuiteHooks(suite)[name] ?? []) as Hook[])];
  if (name.startsWith("after")) hooks.reverse();
  for (const hook of hooks) {
    const cleanup = await hook(...args);
    if (typeof cleanup === "function") cleanups.push(cleanup as Hook);
  }
}

/** The file first, the innermost last. */
function suitesOf(test: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite: RunnerTestSuite | undefined = test.suite; suite; suite = suite.suite) suites.unshift(suite);
  if (!suites.includes(test.file)) suites.unshift(test.file);
  return suites;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
