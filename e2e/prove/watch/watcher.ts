import { setTimeout as sleep } from "node:timers/promises";
import { contextFor } from "#lib/kernel/app.ts";
import { openApp } from "#lib/services.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { ethChain } from "./eth-chain.ts";

// A worker on one chain, in a process of its own that can be killed: node watcher.ts URL CHAIN_ID CONTRACT

const PAUSE_MS = 10;
const [, , url = "", chainId = "", usdt = ""] = process.argv;
const app = await openApp(readEnv(process.env));
const chains = { eth: ethChain(url, Number(chainId), usdt) };
const ctx = contextFor({ ...app, chains }, { actor: { kind: "worker" }, requestId: "watch" });
for (;;) {
  await runTick(ctx, TASKS);
  await sleep(PAUSE_MS);
}
