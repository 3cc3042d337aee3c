import { test as plain } from "playwright/test";
import { closeTestCluster } from "./database.ts";
import { type Program, startProgram } from "./program.ts";

export { expect } from "playwright/test";

/** A journey's test: one program for each worker, its address as the base of `page.goto`. */
export const test = plain.extend<object, { program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
      await closeTestCluster();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});
