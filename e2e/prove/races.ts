import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { type Chance, chanceFrom } from "#e2e/world/seeded.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { keepBills } from "./races/bills.ts";
import { raceCreates } from "./races/creates.ts";
import { raceDeadlines } from "./races/deadlines.ts";
import { raceExposure } from "./races/exposure.ts";
import { raceHolds } from "./races/holds.ts";
import { QUOTE_MS, raceInvoice } from "./races/invoice.ts";
import { raceFiat, racePayouts } from "./races/payouts.ts";
import { raceWorkers } from "./races/workers.ts";

// Proof: of all who want the same at once exactly one gets it. Eight creates of an invoice for one bill, then execute,
// execute, cancel and the end of the quote on that invoice, at seeded moments and with a venue that is not always well.
// Then payouts, invoices and reversals of one bill; holds decided by several; creates under limits; workers at the same
// rows; and the deadlines of quotes and orders at their very tick.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    rounds: { type: "string" },
    /** One of the races beside the invoices', or `invoices`. */
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});
const ROUNDS = Number(values.rounds ?? (values.full ? 200 : 40));
/** Rounds of each race beside the invoices'. */
const OTHERS = Math.max(1, Math.round(ROUNDS / 10));
const SEED = Number(values.seed);
/** Rounds between two looks at the books. */
const BATCH = 20;

const RACES: Readonly<Record<string, (world: World, chance: Chance) => Promise<string[]>>> = {
  payouts: racePayouts,
  fiat: raceFiat,
  holds: raceHolds,
  deadlines: async (world, chance) => {
    const faults: string[] = [];
    for (const bill of await keepBills(world, 1)) faults.push(...(await raceDeadlines(world, chance, bill)));
    return faults;
  },
  workers: raceWorkers,
  exposure: raceExposure,
};
const isWanted = (race: string): boolean => values.only === "" || values.only === race;

const startedAt = performance.now();
const outcomes = new Map<string, number>();
const faults: string[] = [];
let others = 0;
const world = await openWorld();
try {
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  await changeSettings(world.ctx, { quoteLifetimeMs: String(QUOTE_MS) });
  const invoices = isWanted("invoices") ? ROUNDS : 0;
  for (let first = 1; first <= invoices && !isEnough(faults); first += BATCH)
    await playBatch(world, first, Math.min(BATCH, ROUNDS - first + 1));
  for (const race of Object.keys(RACES).filter(isWanted)) await playOthers(race);
} finally {
  await world.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.stdout.write(`${figures()}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function playOthers(race: string): Promise<void> {
  for (let round = 1; round <= OTHERS && !isEnough(faults); round += 1) {
    const found = await RACES[race]?.(world, chanceFrom(SEED * 100_000 + round));
    for (const fault of found ?? []) faults.push(`${race}, round ${round}: ${fault}`);
    others += 1;
  }
  await lookAtBooks(race);
}

async function lookAtBooks(after: string): Promise<void> {
  for (const { rule, found } of await world.broken()) faults.push(`after ${after}, ${rule}: ${found}`);
}

async function playBatch(world: World, first: number, rounds: number): Promise<void> {
  const bills = await keepBills(world, rounds);
  for (const [at, bill] of bills.entries()) {
    if (isEnough(faults)) return;
    const round = first + at;
    const chance = chanceFrom(SEED * 100_000 + round);
    const created = await raceCreates(world, chance, bill);
    faults.push(...created.faults.map((fault) => `round ${round}, creates: ${fault}`));
    if (created.invoiceId === undefined) continue;
    const race = await raceInvoice(world, chance, created.invoiceId);
    outcomes.set(race.outcome, (outcomes.get(race.outcome) ?? 0) + 1);
    faults.push(...race.faults.map((fault) => `round ${round}, ${race.played}: ${fault}`));
  }
  await lookAtBooks(`round ${first + rounds - 1}`);
}

function figures(): string {
  const counts = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([outcome, count]) => `${count} ${outcome}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `races: ${ROUNDS} rounds of eight creates, then of execute, execute, cancel and expiry: ${counts.join(", ") || "none"}; ${others} rounds of ${Object.keys(RACES).filter(isWanted).join(", ")}; ${faults.length} faults; seed ${SEED}, ${seconds} s`;
}
