import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { chosenOf } from "./axe/chosen.ts";
import { placesOf } from "./axe/places.ts";
import { EMPTY_USER, makeEmptyAccount, makeRecords } from "./axe/records.ts";
import { type Seen, type View, visitorOf } from "./axe/states.ts";

// Proof: axe finds no violation of WCAG 2.2 AA nor of its best practices, and nothing scrolls sideways, on every page of the desk in every state:
// full, empty, loading, failed, with each dialog and drawer that can be opened; by day and night, wide and narrow. And no
// text of them is unformatted, a machine's, the server's or out of no catalogue: in English, German and the pseudo language.

const { values } = parseArgs({
  options: { full: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
});
const SEED = Number(values.seed);
/** Browser windows at work at once. */
const WINDOWS = 2;
/** By then all has been looked at, on a machine that is busy; what has not is a fault. */
const LONGEST_MS = (values.full ? 120 : 18) * 60_000;
/** A view with all that is opened on it. */
const LONGEST_VIEW_MS = 5 * 60_000;

const startedAt = performance.now();
if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const program = await startProgram();
const faults: string[] = [];
let seen = 0;
try {
  await makeEmptyAccount(program);
  const places = placesOf(await makeRecords(program));
  await look(program, chosenOf(places, values.full ? "all" : SEED));
} finally {
  await program.stop();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(`${seen} views looked at, ${faults.length} faults, seed ${SEED}, ${seconds} s\n`);
process.exitCode = faults.length > 0 || seen === 0 ? 1 : 0;

async function look(of: Program, views: readonly View[]): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  const { see, speak } = await visitorOf(browser, of.url, { full: DEMO_USER, empty: EMPTY_USER });
  // A language is kept with the person: all that is looked at in one comes before the next.
  for (const [language, spoken] of Map.groupBy(views, ({ look: { language } }) => language)) {
    await speak(language);
    const rest = spoken.values();
    const work = async () => {
      for (const wanted of rest) if (!isEnough(faults)) note(wanted, await inTime(() => see(wanted)));
    };
    await Promise.all(Array.from({ length: WINDOWS }, work));
  }
  await browser.close();
}

/** What was seen, or that it did not end: whatever a page does, the whole ends in time. */
async function inTime(see: () => Promise<Seen[]>): Promise<Seen[]> {
  const late: Seen[] = [{ view: "", violations: ["was not looked at in time"] }];
  const left = Math.min(LONGEST_VIEW_MS, LONGEST_MS - (performance.now() - startedAt));
  if (left <= 0) return late;
  const seen = see();
  // One that is given up fails when the browser closes, with nobody waiting for it.
  seen.catch(() => undefined);
  const over = new AbortController();
  const { signal } = over;
  const end = sleep(left, late, { signal }).catch(() => late);
  return Promise.race([seen, end]).finally(() => over.abort());
}

function note({ place, state, look }: View, found: readonly Seen[]): void {
  seen += found.length;
  for (const { view, violations } of found)
    for (const violation of violations)
      faults.push(
        `${place.path} ${state}${view ? `, ${view}` : ""}, ${look.scheme} ${look.width} ${look.language}: ${violation}`,
      );
}
