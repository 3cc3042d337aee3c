import { setTimeout as sleep } from "node:timers/promises";
import { contextFor } from "#lib/kernel/house.ts";
import { openHouse } from "#lib/services.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { DUTIES } from "#lib/worker/due.ts";
import { runRound } from "#lib/worker/rounds.ts";

// A worker in a process of its own that can be killed: node worker.ts

const PAUSE_MS = 20;
const house = await openHouse(readEnv(process.env));
const ctx = contextFor(house, { actor: { kind: "worker" }, requestId: "outage" });
for (;;) {
  await runRound(ctx, DUTIES);
  await sleep(PAUSE_MS);
}
