import { setTimeout as sleep } from "node:timers/promises";
import { contextFor } from "#lib/kernel/app.ts";
import { openApp } from "#lib/services.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";

// A worker in a process of its own that can be killed: node worker.ts

const PAUSE_MS = 20;
const app = await openApp(readEnv(process.env));
const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "outage" });
for (;;) {
  await runTick(ctx, TASKS);
  await sleep(PAUSE_MS);
}
