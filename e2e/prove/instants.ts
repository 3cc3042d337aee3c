import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { extendRanges } from "#lib/ledger/statement-store.ts";
import { asking, SECTIONS } from "./instants/asking.ts";
import { HOURS, playStory } from "./instants/story.ts";

// Proof: figures of overview, ledger and customer page equal the ledger at any instant and in any currency. Ninety days of
// two accounts are played through the verbs; after each busy hour the verbs that the routes call are asked at random
// instants and over random periods, in random fiats, and each figure is computed anew: from rows read one by one, added up
// and valued here by the rulebook (8.12, 8.13), with nothing of the product's own sums, values or choices of a price.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    instants: { type: "string" },
    /** The story's last so many busy hours alone. */
    hours: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const INSTANTS = Number(values.instants ?? (values.full ? 1_000 : 60));
const BUSY_HOURS = Math.min(HOURS, Number(values.hours ?? (values.full ? HOURS : 20)));
const SEED = Number(values.seed);
/** Ids of a range of postings, few, so that a short story fills many. */
const RANGE = 40;

const startedAt = performance.now();
const faults: string[] = [];
const counts = new Map<string, number>();
const chance = chanceFrom(SEED);
let tried = 0;
let ranges = 0;
const world = await openWorld({ alone: true });
try {
  await playStory(world, chance, BUSY_HOURS, look);
  for (const { rule, found } of await world.broken()) faults.push(`${rule}: ${found}`);
} finally {
  await world.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const compared = [...counts.values()].reduce((sum, count) => sum + count, 0);
const parts = SECTIONS.map((section) => `${section} ${counts.get(section) ?? 0}`).join(", ");
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `instants: ${tried} instants, ${ranges} ranges of postings, ${compared} figures compared (${parts}), ${faults.length} different, ${seconds} s. Seed ${SEED}\n`,
);
process.exitCode = faults.length > 0 || tried < INSTANTS || ranges === 0 ? 1 : 0;

/**
 * After a busy hour: a share of the instants, in what has passed by then, of which some lies in ranges of postings and some
 * beyond. Answers whether to go on.
 */
async function look(played: number): Promise<boolean> {
  const { db } = (world as World).ctx;
  ranges += (await extendRanges(db, RANGE, INSTANTS)) + (await extendRanges(db, RANGE, INSTANTS));
  const share = Math.ceil((INSTANTS * played) / BUSY_HOURS) - tried;
  for await (const { section, figures, different } of asking(world as World, chance, share)) {
    counts.set(section, (counts.get(section) ?? 0) + figures);
    faults.push(...different);
    if (isEnough(faults)) return false;
  }
  tried += share;
  return true;
}
