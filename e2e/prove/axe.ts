import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { LOOKS, type Look, PSEUDO } from "./axe/look.ts";
import { placesOf } from "./axe/places.ts";
import { EMPTY_USER, makeEmptyAccount, makeRecords } from "./axe/records.ts";
import { type Seen, STATES, type View, visitorOf } from "./axe/states.ts";

// Proof: axe finds no violation of WCAG 2.2 AA nor of its best practices, and nothing scrolls sideways, on every page of the desk in every state:
// full, empty, loading, failed, with each dialog and drawer that can be opened; by day and night, wide and narrow. And no
// text of them is unformatted, a machine's, the server's or out of no catalogue: in English, German and the pseudo language.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
/** Without --full: by day on a wide window and by night on a phone. */
const looks = values.full ? LOOKS : LOOKS.filter(({ scheme, width }) => (scheme === "light") === width > 1000);
/** Browser windows at work at once. */
const WINDOWS = 3;

const startedAt = performance.now();
if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const program = await startProgram();
const faults: string[] = [];
let seen = 0;
try {
  await makeEmptyAccount(program);
  const places = placesOf(await makeRecords(program));
  const views = looks.flatMap((look) => places.flatMap((place) => STATES.map((state) => ({ look, place, state }))));
  const wording = places.map((place) => ({ look: PSEUDO, place, state: "full" as const }));
  await look(program, [
    ...wording,
    ...views.filter(({ state }, at) => values.full || state === "full" || turn(at, places.length)),
  ]);
} finally {
  await program.stop();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(`${seen} views looked at, ${faults.length} faults, ${seconds} s\n`);
process.exitCode = faults.length > 0 || seen === 0 ? 1 : 0;

/** Without --full the states beside the full one take turns: a page's empty one by day, its loading one by night, the next page's others. */
function turn(at: number, places: number): boolean {
  const perLook = places * STATES.length;
  const [look, place, state] = [
    Math.floor(at / perLook),
    Math.floor((at % perLook) / STATES.length),
    at % STATES.length,
  ];
  return (look + place) % (STATES.length - 1) === state - 1;
}

async function look(of: Program, views: readonly (View & { look: Look })[]): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  const { see, speak } = await visitorOf(browser, of.url, { full: DEMO_USER, empty: EMPTY_USER });
  // A language is kept with the person: all that is looked at in one comes before the next.
  for (const [language, spoken] of Map.groupBy(views, ({ look: { language } }) => language)) {
    await speak(language);
    const rest = spoken.values();
    const work = async () => {
      for (const wanted of rest) if (!isEnough(faults)) note(wanted, await see(wanted));
    };
    await Promise.all(Array.from({ length: WINDOWS }, work));
  }
  await browser.close();
}

function note({ place, state, look }: View & { look: Look }, found: readonly Seen[]): void {
  seen += found.length;
  for (const { view, violations } of found)
    for (const violation of violations)
      faults.push(
        `${place.path} ${state}${view ? `, ${view}` : ""}, ${look.scheme} ${look.width} ${look.language}: ${violation}`,
      );
}
