import { test as plain } from "playwright/test";
import { closeTestCluster } from "./database.ts";
import { type Program, startProgram } from "./program.ts";

export { expect } from "playwright/test";

/** The program of the file whose journeys run; the next file's takes its place. */
type Stage = { programOf(file: string): Promise<Program> };

const START_MS = 20 * 60_000;

/** A journey's test: one program with a database and a clock of its own for each file, its address as the base of `page.goto`. */
export const test = plain.extend<{ program: Program }, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      let on: { file: string; program: Program } | undefined;
      await use({
        async programOf(file) {
          if (on?.file === file) return on.program;
          await on?.program.stop();
          on = { file, program: await startProgram() };
          return on.program;
        },
      });
      await on?.program.stop();
      await closeTestCluster();
    },
    { scope: "worker", timeout: START_MS },
  ],
  program: [async ({ stage }, use, { file }) => use(await stage.programOf(file)), { timeout: START_MS }],
  baseURL: async ({ program }, use) => use(program.url),
});
