import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = resolve(import.meta.dirname, "..");
const NEVER = ["node_modules/**", ".next/**", "lib/generated/**"];

/** `unit`: pure, milliseconds. `store`: files named *.store.test.ts and all of e2e/{api,faults}, on a real PostgreSQL. */
export default defineConfig({
  root,
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: "unit",
          root,
          include: ["{app,components,lib,prisma}/**/*.test.{ts,tsx}"],
          exclude: [...NEVER, "**/*.store.test.ts"],
        },
      },
      {
        test: {
          name: "store",
          root,
          include: ["**/*.store.test.ts", "e2e/{api,faults}/**/*.test.ts"],
          exclude: NEVER,
          globalSetup: [resolve(root, "e2e/world/cluster.ts")],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
