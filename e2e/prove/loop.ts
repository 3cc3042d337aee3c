import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { COINS } from "./loop/coins.ts";
import { goRound } from "./loop/round.ts";

// Proof: money goes all the way round, on real nodes, at an exchange that keeps its own books, by the bank's own files:
// payer, bill, custody, sweep (prepared, signed outside, sent), venue, sold, withdrawn, bank, settlement, file for the bank,
// bank. After each step every place holds what node, exchange and bank say, and nothing is unexplained; whatever is due is
// done twice. `--full` goes with each of five coins, and kills workers and people's requests on their way.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    rounds: { type: "string" },
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
    coin: { type: "string" },
  },
});
const KILLS = Number(values.kills ?? (values.full ? "1" : "0"));
const startedAt = performance.now();
const rounds = Number(values.rounds ?? (values.full ? "2" : "1"));
const named = values.coin?.split(",") ?? (values.full ? Object.keys(COINS) : ["BTC"]);
const coins = Object.values(COINS).filter(({ asset }) => named.includes(asset));
const all = await played();
const faults = all.flatMap((each) => each.faults);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
const steps = all.reduce((sum, each) => sum + each.steps, 0);
process.stdout.write(`loop: ${all.length} coins, ${steps} steps, ${faults.length} faults; ${seconds} s\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function played(): Promise<Awaited<ReturnType<typeof goRound>>[]> {
  const played = [];
  try {
    for (const coin of coins)
      played.push(reported(await goRound({ coin, rounds, kills: KILLS, chance: chanceFrom(Number(values.seed)) })));
  } finally {
    await closeTestCluster();
  }
  return played;
}

/** Each coin says how it went as soon as it has: all of them take their time. */
function reported(one: Awaited<ReturnType<typeof goRound>>): Awaited<ReturnType<typeof goRound>> {
  process.stdout.write(`  ${one.figures}; ${one.steps} steps\n`);
  for (const fault of one.faults) process.stdout.write(`  ${fault}\n`);
  return one;
}
