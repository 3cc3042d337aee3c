import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { changeSettings } from "#lib/settings/change-settings.ts";
import { keepBills } from "./races/bills.ts";
import { raceCreates } from "./races/creates.ts";
import { QUOTE_MS, raceInvoice } from "./races/invoice.ts";

// Proof: of all who want the same at once exactly one gets it. Eight creates of an invoice for one bill, then execute,
// execute, cancel and the end of the quote on that invoice, at seeded moments and with a venue that is not always well.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const ROUNDS = Number(values.rounds ?? (values.full ? 200 : 60));
const SEED = Number(values.seed);
/** Rounds between two looks at the books. */
const BATCH = 20;

const startedAt = performance.now();
const outcomes = new Map<string, number>();
const faults: string[] = [];
const world = await openWorld();
try {
  await world.price("BTC", "EUR", "60000");
  await changeSettings(world.ctx, { quoteLifetimeMs: String(QUOTE_MS) });
  for (let first = 1; first <= ROUNDS; first += BATCH)
    await playBatch(world, first, Math.min(BATCH, ROUNDS - first + 1));
} finally {
  await world.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.stdout.write(`${figures()}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function playBatch(world: World, first: number, rounds: number): Promise<void> {
  const bills = await keepBills(world, rounds);
  for (const [at, bill] of bills.entries()) {
    const round = first + at;
    const chance = chanceFrom(SEED * 100_000 + round);
    const created = await raceCreates(world, chance, bill);
    faults.push(...created.faults.map((fault) => `round ${round}, creates: ${fault}`));
    if (created.invoiceId === undefined) continue;
    const race = await raceInvoice(world, chance, created.invoiceId);
    outcomes.set(race.outcome, (outcomes.get(race.outcome) ?? 0) + 1);
    faults.push(...race.faults.map((fault) => `round ${round}, ${race.played}: ${fault}`));
  }
  for (const { rule, found } of await world.broken())
    faults.push(`after round ${first + rounds - 1}, ${rule}: ${found}`);
}

function figures(): string {
  const told = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([outcome, count]) => `${count} ${outcome}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `races: ${ROUNDS} rounds of eight creates, then of execute, execute, cancel and expiry: ${told.join(", ")}; ${faults.length} faults; seed ${SEED}, ${seconds} s`;
}
