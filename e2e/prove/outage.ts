import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { beAway } from "./outage/away.ts";
import { killLeaseholder } from "./outage/lease.ts";
import { walkSchedule } from "./outage/schedule.ts";

// Proof: a receiver that is away for a day of the sandbox's clock, while the program is started anew in order and by
// kill -9, gets every event, signed and under one id each; many write meanwhile, and one who follows the cursor misses none.
// Every step of the retries comes when it is due and not a tick before; and what a worker was sending when it was killed is
// taken over when its lease has run out. Each try is on record.

const PARTS = "schedule,lease,away";
const { values } = parseArgs({
  options: { full: { type: "boolean", default: false }, only: { type: "string", default: PARTS } },
});
const isWanted = (part: string): boolean => values.only.split(",").includes(part);
const AWAY = values.full
  ? { writers: 20, billsEach: 4, inOrder: 1, cuts: 2 }
  : { writers: 5, billsEach: 2, inOrder: 0, cuts: 1 };

const startedAt = performance.now();
const faults: string[] = [];
const figures: string[] = [];
try {
  if (isWanted("schedule") || isWanted("lease")) await workByHand();
  if (isWanted("away") && !isEnough(faults)) {
    const away = await beAway(AWAY);
    figures.push(away.figures);
    faults.push(...away.faults);
  }
} finally {
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(`outage: ${figures.join("; ")}; ${faults.length} faults; ${seconds} s\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** In a world where nothing moves by itself. */
async function workByHand(): Promise<void> {
  const world = await openWorld();
  try {
    await world.price("BTC", "EUR", "60000");
    if (isWanted("schedule")) {
      const walked = await walkSchedule(world);
      figures.push(`${walked.tries} tries along the schedule`);
      faults.push(...walked.faults);
    }
    if (isWanted("lease") && !isEnough(faults)) {
      faults.push(...(await killLeaseholder(world, values.full)));
      figures.push("a worker killed with its calls out");
    }
    for (const { rule, found } of await world.broken()) faults.push(`${rule}: ${found}`);
  } finally {
    await world.close();
  }
}
