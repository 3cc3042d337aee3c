import type { World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type Delivery, deliveriesTo, openWatched, unsigned, type Watched } from "./calls.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long after each failed try the next one comes: said here a second time. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** Chance takes off so much at most. */
const JITTER = 0.1;
/** Statements of one moment may read the clock so far apart. */
const APART_MS = SECOND;
/** Longer than any step; an endpoint that fails for five days is switched off. */
const LONG_AFTER_MS = 25 * HOUR;
/** So many failed tries before the second event's receiver is well again. */
const FAILS_FIRST = 3;

/** What is due is done, and is due again: nothing after it can be judged. */
const ENDLESS = "the work that is due finds no end";

export type Walk = { faults: string[]; tries: number };

/**
 * One event fails to the end of its schedule, another is taken at the fourth try: each try comes when it is due, not a
 * tick before, is on record, and nothing comes after the last. A neighbour's receiver hears of the neighbour alone.
 */
export async function walkSchedule(world: World): Promise<Walk> {
  const ours = await openWatched(world, world.ctx, 500);
  const neighbour = await openWatched(world, world.other, 200);
  try {
    await world.bill();
    const faults = await walk(world, ours, DELAYS_MS.length);
    await world.bill();
    faults.push(...(await walk(world, ours, FAILS_FIRST)));
    faults.push(...unsigned(ours), ...(await recordFaults(world.ctx, ours)));
    if (neighbour.calls.length > 0)
      faults.push(`a neighbour heard ${neighbour.calls.length} events that are not its own`);
    return { faults, tries: ours.calls.length };
  } finally {
    await ours.close();
    await neighbour.close();
  }
}

/** From the first try of the newest event through `steps` of its schedule; the receiver is well again when some are left. */
async function walk(world: World, ours: Watched, steps: number): Promise<string[]> {
  const before = ours.calls.length;
  ours.status = 500;
  if (!(await world.settle())) return [ENDLESS];
  const faults = ours.calls.length === before + 1 ? [] : ["the first try did not come at once"];
  for (const delayMs of DELAYS_MS.slice(0, steps)) {
    if (faults.length > 0) return faults;
    const isLast = delayMs === DELAYS_MS[FAILS_FIRST - 1] && steps === FAILS_FIRST;
    if (isLast) ours.status = 200;
    faults.push(...(await step(world, ours, delayMs)));
  }
  const calls = ours.calls.length;
  if (faults.length > 0) return faults;
  await world.later(LONG_AFTER_MS);
  if (!(await world.settle())) return [ENDLESS];
  if (ours.calls.length > calls) faults.push(`${ours.calls.length - calls} tries came after the last one`);
  const [newest] = await deliveriesTo(world.ctx, ours);
  const end = steps === DELAYS_MS.length ? "FAILED" : "DELIVERED";
  if (newest?.status !== end) faults.push(`in the end the delivery is ${newest?.status}, not ${end}`);
  return faults;
}

async function step(world: World, ours: Watched, delayMs: number): Promise<string[]> {
  const due = await newestOf(world.ctx, ours);
  const tries = ours.calls.length;
  if (due.nextAt === undefined) return [`after ${due.attempts.length} tries no other is due`];
  const waits = due.nextAt - (due.attempts[0]?.at ?? 0);
  const isOnTime = waits <= delayMs + APART_MS && waits >= delayMs * (1 - JITTER) - APART_MS;
  const faults = isOnTime ? [] : [`try ${due.attempts.length + 1} is due after ${waits} ms, not ${delayMs} ms`];
  for (const at of [due.nextAt - Math.min(MINUTE, delayMs / 2), due.nextAt]) {
    await moveTo(world, at);
    if (!(await world.settle())) return [...faults, ENDLESS];
  }
  const arrived = ours.calls.slice(tries);
  if (arrived.length !== 1) faults.push(`try ${due.attempts.length + 1} came ${arrived.length} times`);
  for (const { at } of arrived)
    if (at < due.nextAt) faults.push(`try ${due.attempts.length + 1} came ${due.nextAt - at} ms before it was due`);
  return faults;
}

async function newestOf(ctx: Ctx, ours: Watched): Promise<Delivery> {
  const [newest] = await deliveriesTo(ctx, ours);
  if (!newest) throw new Error("an event has no delivery");
  return newest;
}

async function moveTo(world: World, at: number): Promise<void> {
  await world.later(Math.max(0, at - (await world.ctx.now()).getTime()));
}

/** Each call is a try on record, and each try on record was a call. */
async function recordFaults(ctx: Ctx, ours: Watched): Promise<string[]> {
  const deliveries = await deliveriesTo(ctx, ours);
  return deliveries.flatMap(({ eventId, attempts }) => {
    const calls = ours.calls.filter(({ id }) => id === eventId).length;
    return calls === attempts.length ? [] : [`${calls} calls of one event, ${attempts.length} tries on record`];
  });
}
