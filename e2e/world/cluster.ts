import { openRun } from "./run.ts";

/** Vitest's and Playwright's global set-up: the test server is up from the first file to the last, and so is a seeded world. */
export default function setup(): Promise<() => Promise<void>> {
  return openRun();
}
