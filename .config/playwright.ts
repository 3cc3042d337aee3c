import { resolve } from "node:path";
import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "../e2e/world/browser.ts";

const root = resolve(import.meta.dirname, "..");
const executablePath = findChromium();

export default defineConfig({
  testDir: resolve(root, "e2e/journeys"),
  testMatch: "**/*.journey.ts",
  outputDir: resolve(root, "test-results/journeys"),
  globalSetup: resolve(root, "e2e/world/cluster.ts"),
  workers: 2,
  // Far beyond what a journey takes on a busy machine: what must come is awaited, and time decides nothing.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A browser beside a database, a program and a venue is now and then late: it is run once more, and a test that needed that is named.
  retries: 1,
  use: {
    browserName: "chromium",
    // What is not there after this is missing: the rest need not wait for the whole test.
    actionTimeout: 60_000,
    locale: "en-GB",
    timezoneId: "UTC",
    // Nothing is judged while it moves, and each frame of a movement is painted by the processor.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
  },
});
