import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from "vitest";
import { type Attempt, attempt, loopsOf, reopen, switchOn, watchHits } from "./attempt.ts";
import { freshDatabase } from "#e2e/world/database.ts";
import { PLANTED } from "#e2e/world/planted.ts";
import type { Line } from "./mutant.ts";
import type { SchemaMutant } from "./schema.ts";
import { isPure } from "./scope.ts";
import { countCalls, touched } from "./touched.ts";

/** What the driver asks of one test file. */
export type Order = {
  /** Mutants that still live and whose source this file loads, in the order they are tried. */
  candidates: readonly number[];
  /** Those that may also be tried by loading everything anew, which costs the most. */
  reload: readonly number[];
  /** Those whose source stands beside this test: a slow test loads everything anew for no others. */
  near: readonly number[];
  highestId: number;
  /** Changes of the database itself, each tried in a world of its own. */
  schema: readonly Pick<SchemaMutant, "id" | "on" | "statements">[];
};

/** `once`: passes only in a world in which it has not run yet. */
/** What vitest's runner keeps to itself: the files of its round, and whether the rest of one is skipped. */
type Inside = { cancelRun: boolean; workerState: { ctx: { files: { filepath: string }[] } } };

type Known = { duration: number; loops: number; hits: Uint8Array; once: boolean };

const INVALID = /syntax error at or near|SQLSTATE 42601/;
const WAIT = 5;
const LATE = /^(Test|Hook) timed out/;
const AT_LEAST_MS = 3_000;
/** A test file that takes longer loads everything anew for the sources of its own folder alone. */
const SLOW_MS = { pure: 1_000, store: 5_000 };

/**
 * Runs a test file once as it is, noting which mutants each test meets, then each of those mutants against the tests
 * that meet it, shortest first, until one fails. What was met while the file loaded or its world opened is tried
 * afterwards, everything loaded anew with the mutant on. Only one mutant is ever on.
 */
export default class MutationRunner extends TestRunner {
  #inside = this as unknown as Inside;
  #work = process.env["MUTATION_WORK"] ?? "";
  #order = JSON.parse(readFileSync(join(this.#work, "order.json"), "utf8")) as Order;
  #phase: "first" | "reload" | "done" = "first";
  #file: RunnerTestFile | undefined;
  #startedAt = performance.now();
  #living = new Set(this.#order.candidates);
  #known = new Map<RunnerTestCase, Known>();
  #reloads: number[] = [];
  #reloading: number | undefined;
  #loadHits: Uint8Array = new Uint8Array(0);
  /** A test fails as it is: what fails with everything loaded anew says nothing of a mutant. */
  #broken = false;
  /** What tests met that pass only after those before them. */
  #chained: Uint8Array[] = [];

  async onBeforeCollect(): Promise<void> {
    if (this.#phase === "first") {
      this.#say({ kind: "begin", test: this.#name(), pid: process.pid });
      this.#loadHits = watchHits(this.#order.highestId);
      return;
    }
    this.#inside.cancelRun = false;
    this.#reloading = this.#reloads.shift();
    if (this.#reloading === undefined) return;
    this.#say({ kind: "trying", id: this.#reloading, pid: process.pid });
    this.#startedAt = performance.now();
    switchOn(this.#reloading);
  }

  onCollected(files: RunnerTestFile[]): void {
    const [file] = files;
    this.#file = file;
    if (file?.result?.state !== "fail") return;
    if (this.#phase === "first")
      this.#say({ kind: "broken", test: this.#name(), message: messageText(file.result.errors) });
    else this.#settleReload("loading", messageText(file.result.errors));
  }

  /** Everything of the first round happens inside the first test, where the tools of a running test answer. */
  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.#phase === "first") {
      this.#phase = "done";
      await this.#firstRound();
      this.#phase = "reload";
      switchOn(undefined);
      this.#inside.cancelRun = true;
      return;
    }
    if (this.#reloading !== undefined) this.#say({ kind: "trying", id: this.#reloading, pid: process.pid });
    await TestRunner.getTestFn(test)();
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if (this.#phase !== "reload" || test.result?.state !== "fail") return;
    this.#settleReload(test.name, messageText(test.result.errors));
    this.#inside.cancelRun = true;
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.#phase === "reload" && suite.result?.state === "fail" && suite.result.errors?.length)
      this.#settleReload(suite.name, messageText(suite.result.errors));
    await super.onAfterRunSuite(suite);
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    if (this.#reloading !== undefined) this.#lived(this.#reloading, this.#startedAt);
    this.#reloading = undefined;
    switchOn(undefined);
    const { files: queue } = this.#inside.workerState.ctx;
    const [spec] = queue;
    if (this.#phase === "reload" && this.#reloads.length > 0 && spec) queue.push(spec);
    else this.#say({ kind: "end", test: this.#name(), ms: performance.now() - this.#startedAt });
  }

  async #firstRound(): Promise<void> {
    const openHits = this.#loadHits;
    const tests = this.#file ? testsOf(this.#file) : [];
    if (this.#order.schema.length > 0) await this.#reopened(countCalls);
    for (const test of tests) await this.#baseline(test);
    if (this.#order.schema.length > 0) await this.#schemaRound();
    const byCost = [...this.#known].sort(([, one], [, other]) => one.duration - other.duration);
    for (const id of this.#order.candidates) {
      const meeting = byCost.filter(([, { hits }]) => hits[id] === 1).map(([test]) => test);
      if (meeting.length > 0) await this.#tryIn(id, meeting);
    }
    const usualMs = byCost.reduce((sum, [, { duration }]) => sum + duration, 0);
    const mayHide = new Set(usualMs < this.#slowMs() ? this.#order.near : []);
    const mayReload = new Set(this.#mayReload(usualMs));
    const wasMet = (id: number) => byCost.some(([, { hits }]) => hits[id] === 1);
    this.#reloads = [...this.#living].filter(
      (id) =>
        !this.#broken &&
        mayReload.has(id) &&
        ([openHits, ...this.#chained].some((hits) => hits[id] === 1) || (mayHide.has(id) && wasMet(id))),
    );
  }

  /** Each change of the database that this file touches, in a world made of it, until a test fails. */
  async #schemaRound(): Promise<void> {
    const met = await touched();
    for (const { id, on, statements } of this.#order.schema) {
      if (!met.has(on)) continue;
      const startedAt = performance.now();
      this.#say({ kind: "trying", id, pid: process.pid });
      const [where, failure] = await this.#inWorldOf(statements);
      if (failure === undefined)
        this.#say({ kind: "passed", id, test: this.#name(), ms: performance.now() - startedAt });
      else this.#died(id, where, failure, startedAt);
    }
    await this.#reopened();
  }

  async #inWorldOf(statements: readonly string[]): Promise<[where: string, failure: string | undefined]> {
    // Planted as a self-test's faults are: in every database as it is made, also in a copy of a settled world.
    process.env[PLANTED] = JSON.stringify(statements.map((sql) => ({ sql })));
    try {
      await (await freshDatabase()).drop();
    } catch (error) {
      delete process.env[PLANTED];
      return ["the change itself", `syntax error at or near: ${(error as Error).message}`];
    }
    try {
      const closed = await this.#reopened();
      if (closed !== undefined) return ["opening its world", closed];
      for (const test of this.#known.keys()) {
        const failure = await attempt(this.#attemptOf(test));
        if (failure !== undefined) return [test.name, failure];
      }
      return ["", undefined];
    } finally {
      delete process.env[PLANTED];
    }
  }

  async #reopened(first: () => Promise<void> = async () => undefined): Promise<string | undefined> {
    await first();
    return this.#file && reopen(this.#file);
  }

  #mayReload(usualMs: number): readonly number[] {
    const { reload, near } = this.#order;
    return usualMs < this.#slowMs() ? reload : reload.filter((id) => near.includes(id));
  }

  async #baseline(test: RunnerTestCase): Promise<void> {
    const hits = watchHits(this.#order.highestId);
    const startedAt = performance.now();
    const failure = await attempt(this.#attemptOf(test));
    const duration = performance.now() - startedAt;
    switchOn(undefined);
    if (failure) {
      this.#broken = true;
      this.#say({ kind: "broken", test: `${this.#name()} > ${test.name}`, message: failure });
    } else this.#known.set(test, { duration, loops: loopsOf(), hits, once: false });
  }

  async #tryIn(id: number, tests: readonly RunnerTestCase[]): Promise<void> {
    const startedAt = performance.now();
    for (const test of tests) {
      const failure = await this.#judge(test, id, startedAt);
      if (failure !== undefined) return this.#died(id, test.name, failure, startedAt);
    }
    this.#say({ kind: "passed", id, test: this.#name(), ms: performance.now() - startedAt });
  }

  /** Why the test fails with the mutant on and, in the same world, not without it; undefined when it does not. */
  async #judge(test: RunnerTestCase, id: number, startedAt: number): Promise<string | undefined> {
    const known = this.#known.get(test);
    if (!known) return undefined;
    if (known.once) await reopen(test.file);
    const failure = await this.#withMutant(test, known, id, startedAt);
    if (failure === undefined || known.once || (await this.#passes(test))) return failure;
    // Spoilt: by this mutant, by one before, or because it cannot run twice. A new world tells.
    if ((await reopen(test.file)) !== undefined || !(await this.#passes(test))) {
      this.#known.delete(test);
      this.#chained.push(known.hits);
      this.#say({ kind: "broken", test: this.#by(test.name), message: `alone: ${failure.slice(0, 200)}` });
      return undefined;
    }
    known.once = !(await this.#passes(test));
    await reopen(test.file);
    const again = await this.#withMutant(test, known, id, startedAt);
    if (again !== undefined && !known.once && !(await this.#passes(test))) await reopen(test.file);
    return again;
  }

  async #passes(test: RunnerTestCase): Promise<boolean> {
    return (await attempt(this.#attemptOf(test))) === undefined;
  }

  async #withMutant(test: RunnerTestCase, known: Known, id: number, startedAt: number): Promise<string | undefined> {
    this.#say({ kind: "trying", id, pid: process.pid });
    switchOn(id, known.loops);
    const failure = await this.#within(test, known.duration * WAIT + AT_LEAST_MS, id, startedAt);
    switchOn(undefined);
    return failure;
  }

  /** A test that hangs cannot be stopped: the mutant is found, and the process ends, to be started anew without it. */
  async #within(test: RunnerTestCase, ms: number, id: number, startedAt: number): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((done) => {
      timer = setTimeout(() => done("late"), ms);
    });
    const outcome = await Promise.race([attempt(this.#attemptOf(test)), late]);
    clearTimeout(timer);
    if (outcome !== "late") return outcome;
    this.#say({
      kind: "killed",
      id,
      by: this.#by(test.name),
      how: "timeout",
      message: "",
      ms: performance.now() - startedAt,
    });
    process.kill(process.pid, "SIGKILL");
    return "late";
  }

  #attemptOf(test: RunnerTestCase): Attempt {
    return {
      test,
      before: () => super.onBeforeTryTask(test, { retry: 0, repeats: 0 }),
      after: () => super.onAfterTryTask(test),
    };
  }

  #settleReload(where: string, message: string): void {
    if (this.#reloading === undefined) return;
    this.#died(this.#reloading, where, message, this.#startedAt);
    this.#reloading = undefined;
  }

  #died(id: number, where: string, message: string, startedAt: number): void {
    this.#living.delete(id);
    const how = INVALID.test(message) ? "invalid" : LATE.test(message) ? "timeout" : "killed";
    this.#say({
      kind: "killed",
      id,
      by: this.#by(where),
      how,
      message: message.slice(0, 200),
      ms: performance.now() - startedAt,
    });
  }

  #lived(id: number, startedAt: number): void {
    this.#say({ kind: "passed", id, test: `${this.#name()} (loaded anew)`, ms: performance.now() - startedAt });
  }

  #slowMs = () => SLOW_MS[isPure(this.#name()) ? "pure" : "store"];
  #by = (where: string) => `${this.#name()} > ${where}`;
  #name = () => this.#inside.workerState.ctx.files[0]?.filepath.slice(this.config.root.length + 1) ?? "";

  #say(line: Line): void {
    appendFileSync(join(this.#work, "lines.jsonl"), `${JSON.stringify(line)}\n`);
  }
}

function testsOf(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((task) => {
    if (task.mode !== "run" && task.mode !== "queued") return [];
    if (task.type === "suite") return testsOf(task);
    return task.fails ? [] : [task];
  });
}

const messageText = (errors: readonly { message?: string }[] | undefined): string => errors?.[0]?.message ?? "";
