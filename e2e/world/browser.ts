import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Without the browser's own windows it does the same pages with half the work. */
const SHELL = "/usr/bin/chromium-headless-shell";
const USUAL = [
  SHELL,
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

/** Installs one when there is none: Debian's headless shell as root, else Playwright's. Answers whether there is one now. */
export function ensureChromium(): boolean {
  const debian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (process.env["CHROMIUM_PATH"] || existsSync(SHELL)) return findChromium() !== undefined;
  if (debian) install("chromium-headless-shell");
  if (findChromium()) return true;
  if (debian) install("chromium");
  else run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  return findChromium() !== undefined;
}

function install(name: string): void {
  process.stdout.write(`Debian's ${name} is missing: it is being installed.\n`);
  run("apt-get", ["update", "-q"]);
  run("apt-get", ["install", "-qy", "--no-install-recommends", name]);
}

function run(command: string, args: readonly string[]): void {
  spawnSync(command, args, {
    stdio: "ignore",
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
