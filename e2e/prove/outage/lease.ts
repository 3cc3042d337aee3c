import { Slots } from "#lib/kernel/slots.ts";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killed } from "#e2e/world/node-process.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { deliveriesTo, openWatched, unsigned, type Watched } from "./calls.ts";

const BILLS = 5;
const LOOK_MS = 50;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Rounds of another worker while the dead one's leases still run. */
const ROUNDS_MEANWHILE = 5;
const ENDED = "The worker ended before an answer came.";

/**
 * A worker dies by kill -9 with its calls out: until its leases have run out nobody sends those again, then another takes
 * them over, and the dead one's tries are on record beside the ones that were answered. `waits`: for the leases' own end;
 * else they are made to end now.
 */
export async function killLeaseholder(world: World, waits: boolean): Promise<string[]> {
  const ours = await openWatched(world, world.ctx, undefined);
  try {
    for (let made = 0; made < BILLS; made += 1) await world.bill();
    await dieDelivering(world, ours);
    const dead = new Set(ours.calls.map(({ id }) => id));
    const early = await meanwhile(world, ours);
    ours.status = 200;
    const endsAt = await endLeases(world, waits);
    if (!(await world.settle())) return [...early, "the dead worker's deliveries were not taken over"];
    const taken = ours.calls.slice(BILLS);
    const tooEarly = taken.filter(({ clock }) => clock < endsAt).length;
    return [
      ...early,
      ...(dead.size === BILLS ? [] : [`${dead.size} of ${BILLS} events were out when the worker died`]),
      ...(taken.length === BILLS ? [] : [`${taken.length} calls took over ${BILLS}`]),
      ...(tooEarly === 0 ? [] : [`${tooEarly} calls came before the dead worker's lease had ended`]),
      ...unsigned(ours),
      ...(await recordFaults(world, ours)),
    ];
  } finally {
    await ours.close();
  }
}

async function dieDelivering(world: World, ours: Watched): Promise<void> {
  const { databaseUrl = "", dataDir } = world.app.env;
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const child = spawn(process.execPath, [join(import.meta.dirname, "worker.ts")], { env, stdio: "ignore" });
  for (const end = Date.now() + LONGEST_WAIT_MS; ours.calls.length < BILLS && Date.now() < end; ) await sleep(LOOK_MS);
  await killed(child);
  if (ours.calls.length < BILLS) throw new Error(`the worker made ${ours.calls.length} calls of ${BILLS}`);
}

/** Another worker looks for work while the leases of the dead one run. */
async function meanwhile(world: World, ours: Watched): Promise<string[]> {
  const other = { ...world.app, slots: new Slots() };
  const ctx = contextFor(other, { actor: { kind: "worker" }, requestId: "other" });
  for (let round = 0; round < ROUNDS_MEANWHILE; round += 1) {
    await runTick(ctx, TASKS);
    await sleep(LOOK_MS);
  }
  const again = ours.calls.length - BILLS;
  return again === 0 ? [] : [`${again} calls were made again while the dead worker's lease ran`];
}

/** When the last lease ends, by the database's clock; `waits` leaves it as it is and lets the time pass. */
async function endLeases(world: World, waits: boolean): Promise<number> {
  const { pool } = world.app.database;
  if (!waits)
    await pool.query("update webhook_delivery set leased_until = clock_timestamp() where leased_until is not null");
  const { rows } = await pool.query<{ ends: Date; left: number }>(
    `select max(leased_until) as ends, (extract(epoch from max(leased_until) - clock_timestamp()) * 1000)::double precision as left
     from webhook_delivery`,
  );
  await sleep(Math.max(0, rows[0]?.left ?? 0));
  return Number(rows[0]?.ends ?? Number.POSITIVE_INFINITY);
}

async function recordFaults(world: World, ours: Watched): Promise<string[]> {
  const deliveries = await deliveriesTo(world.ctx, ours);
  return deliveries.flatMap(({ status, attempts }) => {
    const outcomes = attempts.map(({ statusCode, error }) => statusCode ?? error);
    const isRight = status === "DELIVERED" && outcomes.length === 2 && outcomes[0] === 200 && outcomes[1] === ENDED;
    return isRight ? [] : [`a delivery that was taken over is ${status} with tries ${JSON.stringify(outcomes)}`];
  });
}
