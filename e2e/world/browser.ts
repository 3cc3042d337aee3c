import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const INSTALL_MS = 5 * 60_000;

/** What keeps Chromium quiet and away from the network in a container. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A Chromium of this machine: CHROMIUM_PATH, one installed, or Playwright's own. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  return [...(named ? [named] : []), ...USUAL, chromium.executablePath()].find((path) => existsSync(path));
}

/** Installs one when there is none: Debian's as root, else Playwright's. Answers whether there is one now. */
export function ensureChromium(): boolean {
  if (findChromium()) return true;
  const debian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  process.stdout.write("Chromium is missing: it is being installed.\n");
  const commands = debian
    ? [
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-qy", "--no-install-recommends", "chromium"],
      ]
    : [[process.execPath, "node_modules/playwright/cli.js", "install", "chromium"]];
  for (const [command = "", ...args] of commands) {
    spawnSync(command, args, {
      stdio: "ignore",
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  return findChromium() !== undefined;
}
