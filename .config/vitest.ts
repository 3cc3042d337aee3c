import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_ARGS, findChromium } from "../e2e/world/browser.ts";
import { LONGEST_WAIT_MS, POLL_MS } from "./waits.ts";

const root = resolve(import.meta.dirname, "..");
const NEVER = ["node_modules/**", ".next/**", "lib/generated/**"];

const BROWSER = "**/*.browser.test.tsx";
const STAND_IN = resolve(root, "e2e/stage/router.tsx");
const REUSED_CLIENT = { "#lib/generated/prisma/client.ts": resolve(root, "e2e/world/reused-client.ts") };
const FAST_PASSWORDS = resolve(root, "e2e/world/fast-passwords.ts");
/** Found at the start instead of on the way, where a late one would reload the page under a test. */
const BROWSER_DEPS = [
  ...["react", "react-dom", "react-dom/client", "react/jsx-runtime", "react/jsx-dev-runtime", "zod"],
  ...["@tanstack/react-query", "@tanstack/react-table", "@tanstack/react-virtual"],
  ...["react-hook-form", "uqr", "vitest-browser-react", "@simplewebauthn/browser"],
  ...[
    "@noble/hashes/legacy.js",
    "@noble/hashes/sha2.js",
    "@noble/hashes/sha3.js",
    "@noble/hashes/utils.js",
    "@scure/base",
  ],
];
const executablePath = findChromium();

/** A page without a server has what it shows in a moment, or never: shorter, as `npm run mutate` waits for what never comes. */
const SHOWN_MS = 30_000;
/** What an element waits for is bounded by its test alone. */
const SHOWN_TEST_MS = 3 * 60_000;

/**
 * `unit`: pure, milliseconds. `store`: files named *.store.test.ts and those of e2e, on a real PostgreSQL. `browser`:
 * components in Chromium, with the answers of a stage instead of the server's.
 * `guards`: those of e2e/guards, which stop the clock and rewrite statements of their process, and let go of both.
 * The files of a process share its modules: each closes what it opens. A new project is run by `npm test` without further ado.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: "unit",
          root,
          include: ["{app,components,lib,prisma,.config,e2e/mutate}/**/*.test.{ts,tsx}"],
          exclude: [...NEVER, "**/*.store.test.ts", BROWSER],
          isolate: false,
          testTimeout: LONGEST_WAIT_MS,
        },
      },
      {
        resolve: { alias: REUSED_CLIENT },
        test: {
          name: "store",
          root,
          include: ["**/*.store.test.ts", "e2e/**/*.test.ts"],
          exclude: [...NEVER, "e2e/{guards,mutate}/**"],
          globalSetup: [resolve(root, "e2e/world/cluster.ts")],
          setupFiles: [FAST_PASSWORDS, resolve(root, "e2e/world/neighbour/after-each.ts")],
          isolate: false,
          testTimeout: LONGEST_WAIT_MS,
          hookTimeout: LONGEST_WAIT_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      {
        resolve: { alias: REUSED_CLIENT },
        test: {
          name: "guards",
          root,
          include: ["e2e/guards/**/*.test.ts"],
          exclude: NEVER,
          globalSetup: [resolve(root, "e2e/world/cluster.ts")],
          setupFiles: [
            FAST_PASSWORDS,
            resolve(root, "e2e/world/neighbour/after-each.ts"),
            resolve(root, "e2e/guards/nothing-left.ts"),
          ],
          isolate: false,
          testTimeout: LONGEST_WAIT_MS,
          hookTimeout: LONGEST_WAIT_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      {
        resolve: { alias: { "next/link": STAND_IN, "next/navigation": STAND_IN } },
        define: { "process.env": {} },
        optimizeDeps: { include: BROWSER_DEPS },
        test: {
          name: "browser",
          root,
          include: [BROWSER],
          exclude: NEVER,
          setupFiles: [resolve(root, "e2e/stage/setup.ts")],
          isolate: false,
          testTimeout: SHOWN_TEST_MS,
          expect: { poll: { timeout: SHOWN_MS } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
              contextOptions: { locale: "en-GB", timezoneId: "UTC" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
