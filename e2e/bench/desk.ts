import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { needAccount } from "#lib/access/accounts.ts";
import { playOn } from "#lib/cli/play-bills.ts";
import { closeHouse, contextFor, openHouse } from "#lib/house.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { NAV } from "#components/shell/nav-entries.ts";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { embeddedUrl } from "./load/inside.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { percentile } from "./desk/percentile.ts";
import { type Painted, paint } from "./desk/paint.ts";
import { casesOf } from "./desk/cases.ts";
import { liveDelays } from "./desk/live.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { scrollFrames } from "./desk/scroll.ts";
import { firstLoad } from "./desk/first-load.ts";

// How the desk bears many bills: from a filter, sort or search to painted rows, frames while the list is scrolled, the
// JavaScript each page loads and how far its layout shifts. The bills are made through the verbs before.

const { values } = parseArgs({
  options: { bills: { type: "string", default: "100000" }, rounds: { type: "string", default: "3" } },
});
/** Few enough for one window's rows. */
const LIVE_DEPOSITS = 20;
const TARGETS = { paintedMs: 400, serverMs: 150, frameMs: 34, liveMs: 1_000, javascriptKb: 250, shift: 0.02 };

if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const program = await startProgram({ embedded: true });
let met = true;
try {
  await fill(program, Number(values.bills));
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto("/payments?range=90d");
  await page.getByRole("button", { name: "Use demo user" }).click();
  await page.waitForURL("**/payments**");
  await measureLists(page, Number(values.rounds));
  tell("frame while scrolling, 95 %", percentile(await scrollFrames(page), 0.95), TARGETS.frameMs, "ms");
  const delays = await liveDelays(page, pspClient(program.url, program.demo), LIVE_DEPOSITS);
  tell("deposit to the open page, 95 %", percentile(delays, 0.95), TARGETS.liveMs, "ms");
  for (const { href } of NAV) {
    const { javascriptKb, shift } = await firstLoad(context, href);
    tell(`JavaScript of ${href}`, javascriptKb, TARGETS.javascriptKb, "kB");
    tell(`layout shift of ${href}`, shift, TARGETS.shift, "");
  }
  await browser.close();
} finally {
  await program.stop();
}
process.exitCode = met ? 0 : 1;

async function measureLists(page: Page, rounds: number): Promise<void> {
  const cases = await casesOf(page);
  const all: Painted[] = [];
  for (const { name, url } of cases) {
    const times: Painted[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await paint(page, "/payments?range=90d");
      times.push(await paint(page, url));
    }
    all.push(...times);
    const painted = percentile(
      times.map(({ paintedMs }) => paintedMs),
      0.5,
    );
    const server = percentile(
      times.map(({ serverMs }) => serverMs),
      0.5,
    );
    process.stdout.write(
      `  ${name.padEnd(34)} ${painted.toFixed(0).padStart(5)} ms painted, ${server.toFixed(0).padStart(4)} ms server\n`,
    );
  }
  tell(
    "list to painted rows, 95 %",
    percentile(
      all.map(({ paintedMs }) => paintedMs),
      0.95,
    ),
    TARGETS.paintedMs,
    "ms",
  );
  tell(
    "list on the server, 95 %",
    percentile(
      all.map(({ serverMs }) => serverMs),
      0.95,
    ),
    TARGETS.serverMs,
    "ms",
  );
}

function tell(what: string, value: number, most: number, unit: string): void {
  if (value > most) met = false;
  const figure = unit === "" ? value.toFixed(3) : value.toFixed(0);
  process.stdout.write(`${what}: ${figure} ${unit}, at most ${most} ${value > most ? "NOT MET" : "met"}\n`);
}

async function fill(of: Program, bills: number): Promise<void> {
  const startedAt = performance.now();
  const house = await openHouse(checkEnv({ DATABASE_URL: embeddedUrl(of), DATA_DIR: of.dataDir }).env);
  try {
    const ctx = contextFor(house, { actor: { kind: "operator" }, requestId: "bench" });
    await playOn(house, await needAccount(ctx, "demo"), bills);
  } finally {
    await closeHouse();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`${bills} bills made in ${seconds.toFixed(0)} s, ${(bills / seconds).toFixed(0)}/s\n`);
}
