import { setTimeout as sleep } from "node:timers/promises";
import { isLookDue } from "#lib/chains/follow.ts";
import { noteTask } from "#lib/health/failing-tasks.ts";
import { writtenUpTo } from "#lib/health/heartbeat.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { OlderCopy } from "#prisma/epoch.ts";
import { TASKS, type Task } from "./due.ts";

/**
 * One round over the tasks. A task that fails, or must wait for another, is logged and tried again in the next round; an
 * older copy of the database ends it.
 * Answers how much was done.
 */
export async function runTick(ctx: Ctx, tasks: readonly Task[]): Promise<{ done: number; failed: number }> {
  let done = 0;
  let failed = 0;
  for (const task of tasks) {
    try {
      done += await task.run(ctx);
      noteTask(ctx.app, task.name, false);
    } catch (error) {
      if (error instanceof OlderCopy) throw error;
      failed += 1;
      noteTask(ctx.app, task.name, !isRefusal(error));
      if (isRefusal(error)) ctx.app.log.info("task waits", { task: task.name, reason: error.message });
      else ctx.app.log.error("task failed", { task: task.name, error });
    }
  }
  return { done, failed };
}

const PAUSE_MS = 20;

/**
 * Runs the tasks in turn until nothing is due any more, nor due within moments, or the time is over; true when idle was
 * reached. Those that report come last: what they do makes no work for the others.
 */
export async function runUntilIdle(ctx: Ctx, timeoutMs: number, tasks = TASKS): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  const reporting = tasks.filter(({ reports }) => reports);
  const working = tasks.filter(({ reports }) => !reports);
  for (;;) {
    if (!(await allIdle(ctx, working, end)) || !(await allIdle(ctx, reporting, end))) return false;
    if (!(await isMoreComing(ctx, working))) return true;
  }
}

/** Until each of the tasks has found nothing since the last one that did something. */
async function allIdle(ctx: Ctx, tasks: readonly Task[], end: number): Promise<boolean> {
  let idle = 0;
  let wasComing = false;
  for (const task of inTurn(tasks)) {
    if (Date.now() >= end) return false;
    if (idle === 0) wasComing = await isMoreComing(ctx, tasks);
    const { done, failed } = await runTick(ctx, [task]);
    idle = done + failed === 0 ? idle + 1 : 0;
    const isOver = idle === tasks.length;
    if (isOver && !wasComing && !(await isMoreComing(ctx, tasks))) return true;
    if (isOver) idle = 0;
    if (isOver || failed > 0) await sleep(PAUSE_MS);
  }
  return true;
}

function* inTurn(tasks: readonly Task[]): Generator<Task> {
  while (tasks.length > 0) yield* tasks;
}

/** Asked before and after, so that nothing slips from coming to done by another worker in between. */
async function isMoreComing(ctx: Ctx, tasks: readonly Task[]): Promise<boolean> {
  for (const task of tasks) if (task.coming && (await task.coming(ctx)) > 0) return true;
  return false;
}

/** How often an idle worker asks whether anything was written. */
const TICK_MS = 250;
/** What has become due by time alone waits at most so long for a round. */
const QUIET_MS = 1_000;

/**
 * Waits, after a round that found nothing to do, until the next is worth its statements: something was written to the
 * database, though not before `heedMs`, a node is due to be looked at, or time enough has passed. Answers whether
 * anything was written meanwhile.
 */
export async function waitForWork(
  ctx: Ctx,
  stop: AbortSignal,
  { quietMs = QUIET_MS, heedMs = 0, written = () => writtenUpTo(ctx) } = {},
): Promise<boolean> {
  const since = performance.now();
  // Undefined while the database is away: the round that follows says so.
  const read = (): Promise<string | undefined> => written().catch(() => undefined);
  const before = await read();
  for (;;) {
    await sleep(TICK_MS, undefined, { signal: stop }).catch(() => undefined);
    const waited = performance.now() - since;
    const isOver = stop.aborted || waited >= quietMs || isLookDue(ctx) || before === undefined;
    if (!isOver && waited < heedMs) continue;
    const isWritten = before !== undefined && (await read()) !== before;
    if (isOver || isWritten) return isWritten;
  }
}

/**
 * How long to wait for what is written next, after a wait of `heedMs` and a round that found nothing to do. The end of
 * what was written is that of the whole server: where others write to it all the time, or requests that leave nothing to
 * do, each such round doubles the pause, up to the one in which time alone asks for a round.
 */
export function nextHeed(heedMs: number, wasWritten: boolean): number {
  return wasWritten ? Math.min(Math.max(heedMs, TICK_MS) * 2, QUIET_MS) : 0;
}
