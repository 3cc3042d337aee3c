import { parseArgs, stripVTControlCharacters } from "node:util";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import type { MadeBill } from "#e2e/world/person.ts";
import { isEnough, plantsOfRun } from "#e2e/world/planted.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { HANDS, type HandName, handOf, type Tally, WINDOWS } from "./tasks/hands.ts";
import { TASKS } from "./tasks/tasks.ts";
import { openWorld, signedIn, type Task, type World } from "./tasks/world.ts";

// Proof: what a newcomer at the desk is asked to do can be done by mouse, by the keyboard alone and on a phone, by what
// things are called and nothing else; and is so afterwards.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    /** Numbers of tasks, with a comma between them. */
    only: { type: "string", default: "" },
  },
});
const SEED = Number(values.seed);
const ONLY = new Set(values.only.split(",").filter(Boolean).map(Number));
/** Of how many tasks one is played without --full. */
const ONE_IN = 3;
/** What waits at most for something to show, or to be pressed. */
const LONGEST_WAIT_MS = 60_000;
const PAST_END_MS = 21 * 60_000;
/** Of what a fault says. */
const MOST_LINES = 12;
const NO_BILL: MadeBill = { paymentId: "", deposit_address: "", quantity: 0 };

type Run = { number: number; task: Task; hand: HandName; tally: Tally; fault?: string | undefined };

/** Every task by each hand; without --full a third of the tasks by one, and the hands taking turns: nine seeds play all. */
const runs: Run[] = TASKS.flatMap((task, at) => {
  const number = at + 1;
  const turn = at + SEED;
  const isChosen = ONLY.size > 0 ? ONLY.has(number) : values.full || turn % ONE_IN === 0;
  const hands = HANDS.filter((_, nth) => values.full || nth === Math.floor(turn / ONE_IN) % HANDS.length);
  return isChosen ? hands.map((hand) => ({ number, task, hand, tally: { steps: 0, keys: 0 } })) : [];
});

const startedAt = performance.now();
if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const executablePath = findChromium();
const program = await startProgram();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  await play(browser, program);
} finally {
  await browser.close();
  await program.stop();
  await closeTestCluster();
}
report();

async function play(by: Browser, of: Program): Promise<void> {
  const world = await openWorld(by, of);
  const bills = new Map<Run, MadeBill>();
  for (const run of runs) if (run.task.late) bills.set(run, await run.task.late(world, nameOf(run)));
  await world.counterpart.control("clock", { advanceMs: PAST_END_MS });
  await world.counterpart.control("settle");
  for (const hand of HANDS) {
    const context = await windowFor(hand, by, of);
    for (const run of runs.filter((one) => one.hand === hand)) {
      run.fault = await faultOf(run, world, context, bills.get(run) ?? NO_BILL);
      if (run.fault !== undefined && isEnough([run.fault])) return;
    }
    await context.close();
  }
}

async function windowFor(hand: HandName, by: Browser, of: Program): Promise<BrowserContext> {
  const context = (await signedIn(by, of, DEMO_USER, WINDOWS[hand])).context();
  for (const plant of plantsOfRun()) if ("page" in plant) await context.addInitScript(plant.page);
  return context;
}

function nameOf({ number, hand }: Run): string {
  return `${hand} ${number}`;
}

/** From the first page after signing in; answers what kept the hand from doing it. */
async function faultOf(run: Run, world: World, context: BrowserContext, late: MadeBill): Promise<string | undefined> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  try {
    const play = await run.task.make(world, nameOf(run), late);
    await page.goto("/");
    await play(handOf(run.hand, page, run.tally));
    return undefined;
  } catch (error) {
    return stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  } finally {
    await page.close();
  }
}

function report(): void {
  const count = new Intl.NumberFormat("en-GB");
  const of = (hand: HandName) => runs.filter((run) => run.hand === hand);
  const sum = (hand: HandName, what: keyof Tally) =>
    count.format(of(hand).reduce((all, { tally }) => all + tally[what], 0)).replaceAll(",", " ");
  for (const [number, its] of Map.groupBy(runs, (run) => run.number)) {
    const byHand = its.map(
      ({ hand, tally, fault }) =>
        `${hand} ${fault ? "failed" : tally.steps}${tally.keys ? ` (${tally.keys} keys)` : ""}`,
    );
    process.stdout.write(`${String(number).padStart(2)} ${its[0]?.task.sentence} ${byHand.join(", ")}\n`);
  }
  const faults = runs.filter(({ fault }) => fault !== undefined);
  for (const { number, hand, fault } of faults)
    process.stdout.write(
      `  ${number} by ${hand}: ${fault?.split("\n").filter(Boolean).slice(0, MOST_LINES).join("\n    ")}\n`,
    );
  const done = runs.length - faults.length;
  const tasks = new Set(runs.map(({ number }) => number)).size;
  const hands = new Set(runs.map(({ hand }) => hand)).size;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `tasks: ${tasks} tasks by ${hands} hands: ${done} of ${runs.length} done; steps mouse ${sum("mouse", "steps")}, keyboard ${sum("keyboard", "steps")} (${sum("keyboard", "keys")} keys), phone ${sum("phone", "steps")}; ${faults.length} faults; seed ${SEED}, ${seconds} s\n`,
  );
  process.exitCode = faults.length > 0 || done === 0 ? 1 : 0;
}
