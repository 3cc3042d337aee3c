import { resolve } from "node:path";
import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "../e2e/world/browser.ts";

const root = resolve(import.meta.dirname, "..");
const executablePath = findChromium();

export default defineConfig({
  testDir: resolve(root, "e2e/journeys"),
  testMatch: "**/*.journey.ts",
  outputDir: resolve(root, "test-results"),
  globalSetup: resolve(root, "e2e/world/seeded-world.ts"),
  workers: 2,
  timeout: 90_000,
  forbidOnly: true,
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
  },
});
