import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import "#app/globals.css";
import { restartClock } from "./clock.ts";
import { openServer, unanswered } from "./server.ts";

/** Where the test itself stands, so that the next one starts from there and not from the page that was shown. */
const home = window.location.href;

beforeEach(() => {
  openServer();
  localStorage.clear();
  vi.spyOn(console, "error");
});

afterEach(async () => {
  history.replaceState(null, "", home);
  expect(unanswered(), "requests that the test does not answer").toEqual([]);
  expect(vi.mocked(console.error).mock.calls.map(String), "errors on the console").toEqual([]);
  vi.restoreAllMocks();
  // What is still shown would ask for more once the clock goes on, and the next test would be blamed for it.
  await cleanup();
  restartClock();
});
