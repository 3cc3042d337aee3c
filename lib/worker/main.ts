import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApp, openInTurn } from "#lib/services.ts";
import { stopFollowing } from "#lib/chains/follow.ts";
import { stopExports } from "#lib/exports/write-export.ts";
import { stopScans } from "#lib/outgoing/scan-custody.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { messageOf } from "#lib/kernel/setup-fault.ts";
import { readFeeds } from "#lib/pricing/read-feeds.ts";
import { mineDueChains } from "#lib/sandbox/chain-controls.ts";
import { deriveApart } from "#lib/wallets/derive-apart.ts";
import { finishDeliveries } from "#lib/webhooks/deliver.ts";
import { BESIDE, LETTERS, NODES, NOTE, PREPARED, PROOFS, ROUNDS, type Task, UPKEEP } from "./due.ts";
import { beat } from "#lib/health/heartbeat.ts";
import { nextHeed, runTick, runUntilIdle, waitForWork } from "./ticks.ts";

/** Pause between looks at the prices of exchanges. */
const PRICES_EVERY_MS = 250;
const UPKEEP_EVERY_MS = 2_000;
const BESIDE_EVERY_MS = 1_000;
const APART_EVERY_MS = 2_000;
const PROOFS_EVERY_MS = 60_000;
const UNTIL_IDLE_TIMEOUT_MS = 10 * 60_000;
/** Calls that are out when the worker stops may come back for so long; what then has not is sent again by the next one. */
const FINISH_MS = 3_000;

const app = await openInTurn(readEnv(process.env));
deriveApart(app);
const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "worker" });

if (process.argv.includes("--until-idle")) {
  const idle = await runUntilIdle(ctx, UNTIL_IDLE_TIMEOUT_MS);
  await closeApp();
  process.exit(idle ? 0 : 1);
}

const stopping = new AbortController();
// As often as it comes: a signal to the whole group comes from outside and from the launcher.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
const stop = stopping.signal;
const stopped = new Promise<void>((done) => stop.addEventListener("abort", () => done()));
await Promise.all([
  work(ctx, stop).catch(fail),
  followPrices(ctx, stop),
  workBeside(ctx, stop, BESIDE, BESIDE_EVERY_MS),
  Promise.race([
    Promise.all([...LETTERS, ...NODES, ...PREPARED].map((task) => workBeside(ctx, stop, [task], APART_EVERY_MS))),
    stopped.then(() => sleep(FINISH_MS)),
  ]),
  // A proof writes nothing before its end, so that nobody waits for one whose node takes its time.
  Promise.race([workBeside(ctx, stop, PROOFS, PROOFS_EVERY_MS), stopped]),
]);
stopFollowing(app);
await Promise.all([finishDeliveries(app, FINISH_MS), stopExports(app), stopScans(app)]);
await closeApp();
process.exit(0);

/** The program must not go on until a person has seen to it: the launcher's next try finds out whether. */
function fail(fault: unknown): never {
  process.stderr.write(`${messageOf(fault)}\n`);
  process.exit(1);
}

async function work(worker: Ctx, stop: AbortSignal): Promise<void> {
  const name = `${hostname()}:${process.pid}`;
  let upkeepAt = Number.NEGATIVE_INFINITY;
  let heedMs = 0;
  while (!stop.aborted) {
    if (performance.now() - upkeepAt >= UPKEEP_EVERY_MS) {
      upkeepAt = performance.now();
      await quietly(worker, "heartbeat", () => beat(worker, name));
      await runTick(worker, UPKEEP);
      if (app.mode === "sandbox") await quietly(worker, "mine", () => mineDueChains(worker));
    }
    const { done, failed } = await runTick(worker, ROUNDS);
    // A database that was away for a moment may be an older one: that is looked at before the next round.
    if (failed > 0) await runTick(worker, [NOTE]);
    heedMs = done > 0 ? 0 : nextHeed(heedMs, await waitForWork(worker, stop, { heedMs }));
  }
}

async function workBeside(worker: Ctx, stop: AbortSignal, tasks: readonly Task[], everyMs: number): Promise<void> {
  while (!stop.aborted) {
    await runTick(worker, tasks);
    await sleep(everyMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Beside all other work: an exchange that takes its time holds up nothing. */
async function followPrices(worker: Ctx, stop: AbortSignal): Promise<void> {
  while (app.feeds.length > 0 && !stop.aborted) {
    await quietly(worker, "read-feeds", () => readFeeds(worker));
    await sleep(PRICES_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** A database that is away for a moment must not end the worker. */
async function quietly(worker: Ctx, task: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    worker.app.log.error("task failed", { task, error });
  }
}
