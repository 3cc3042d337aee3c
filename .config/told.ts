import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestCase as Played, TestResult as PlayedResult } from "playwright/types/testReporter";
import type { TestCase, TestModule } from "vitest/node";
import { ROOT } from "./step.ts";

/** The file in which it keeps what it is told, named by the process that starts the tests. */
export const TOLD_PATH = "TESTS_TOLD_PATH";

/** What runs at this moment, how long each file that has ended took, in seconds, and why which tries failed. */
export type Told = { running: string[]; seconds: Record<string, number>; faults: string[] };

/**
 * A reporter of vitest and of Playwright that keeps what runs on the disk, so that it can be said of a process that does
 * not end. A file between its tests, in a hook or when it is read, counts as running.
 */
export default class Teller {
  readonly #told: Told = { running: [], seconds: {}, faults: [] };

  onTestModuleQueued(module: TestModule): void {
    this.#begin(module.relativeModuleId);
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    this.#fault(
      name,
      test.result().errors?.map(({ message }) => message),
    );
    this.#end(name);
  }

  onTestModuleEnd(module: TestModule): void {
    const { prepareDuration, collectDuration, setupDuration, duration, environmentSetupDuration } = module.diagnostic();
    const spent = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration;
    this.#told.seconds[module.relativeModuleId] = spent / 1_000;
    this.#end(module.relativeModuleId);
  }

  onTestBegin(test: Played): void {
    this.#begin(nameOf(test));
  }

  onTestEnd(test: Played, result: PlayedResult): void {
    const path = relative(ROOT, test.location.file);
    this.#told.seconds[path] = (this.#told.seconds[path] ?? 0) + result.duration / 1_000;
    this.#fault(
      nameOf(test),
      result.errors.map(({ message = "" }) => message),
    );
    this.#end(nameOf(test));
  }

  #begin(name: string): void {
    this.#told.running.push(name);
    this.#keep();
  }

  #end(name: string): void {
    this.#told.running = this.#told.running.filter((each) => each !== name);
    this.#keep();
  }

  #fault(name: string, messages: readonly string[] = []): void {
    if (messages.length > 0) this.#told.faults.push([name, ...messages.map(stripVTControlCharacters)].join("\n"));
  }

  #keep(): void {
    const path = process.env[TOLD_PATH];
    if (path) writeFileSync(path, JSON.stringify(this.#told));
  }
}

const nameOf = (test: Played): string => `${relative(ROOT, test.location.file)}:${test.location.line} ${test.title}`;
