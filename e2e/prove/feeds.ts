import { parseArgs } from "node:util";
import { isEnough } from "#e2e/world/planted.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { recomputeAll } from "./feeds/recompute.ts";
import { playSequence, type SequenceTally } from "./feeds/sequences.ts";

// Proof: whatever exchanges say, there is a price exactly when the rules allow one, and it is the right one; and every
// bill and quote can be recomputed from what was stored of its price by a few lines that share nothing with the program.

const { values } = parseArgs({
  options: { full: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
});
const SEQUENCES = values.full ? 10_000 : 500;
const BILLS = values.full ? 700 : 70;
const QUOTES = values.full ? 300 : 30;
const SEED = Number(values.seed);
const MOST_SHOWN = 20;

/** What is asked of the program here it never refuses, so a refusal is a fault too. */
const thrown = (error: Error): string[] => [`the program threw: ${error.message.trim()}`];

const startedAt = performance.now();
const tally: SequenceTally = { steps: 0, prices: 0, faults: [] };
for (let number = 1; number <= SEQUENCES && !isEnough(tally.faults); number += 1)
  await playSequence(chanceFrom(SEED * 100_000 + number), `sequence ${SEED}/${number}`, tally);
let different: string[] = [];
try {
  if (!isEnough(tally.faults)) different = await recomputeAll(chanceFrom(SEED), BILLS, QUOTES).catch(thrown);
} finally {
  await closeTestCluster();
}

for (const fault of [...tally.faults, ...different].slice(0, MOST_SHOWN)) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(
  `${SEQUENCES} feed sequences, ${tally.steps} moments, ${tally.prices} with a price: ${tally.faults.length} outside the rules. ` +
    `${BILLS} bills and ${QUOTES} quotes recomputed: ${different.length} different. Seed ${SEED}, ${seconds} s.\n`,
);
process.exitCode = tally.faults.length + different.length > 0 || tally.prices === 0 ? 1 : 0;
