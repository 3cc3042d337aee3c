import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { goRound } from "./loop/round.ts";

// Proof: money goes all the way round, on a real node, at an exchange that keeps its own books, by the bank's own files:
// payer, bill, custody, sweep (prepared, signed outside, sent), venue, sold, withdrawn, bank, settlement, file for the bank,
// bank. After each step every place holds what node, exchange and bank say, and nothing is unexplained; whatever is due is
// done twice.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    rounds: { type: "string" },
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const KILLS = Number(values.kills ?? (values.full ? "1" : "0"));
const startedAt = performance.now();
const { steps, faults, told } = await played(Number(values.rounds ?? (values.full ? "3" : "1")));
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(`loop: ${told}; ${steps} steps, ${faults.length} faults; ${seconds} s\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function played(rounds: number): ReturnType<typeof goRound> {
  try {
    return await goRound(rounds, KILLS, chanceFrom(Number(values.seed)));
  } finally {
    await closeTestCluster();
  }
}
