import { CHAIN_POLLS } from "#lib/chains/follow.ts";
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { type MemoryChain, memoryChain } from "#e2e/world/memory-chain.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { transfersOf } from "#lib/chains/bitcoin-outputs.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { followChains } from "#lib/chains/follow.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApart, openApart, report, watchScripts } from "./chains/watched.ts";
import { demand } from "./load/demand.ts";

// How long a full block of 8 000 outputs takes from the node's answer to its transaction's commit, with 10 000 and with a
// million watched scripts; and how many blocks a catch-up takes in a second. A block of which nothing is ours but some.
// The two take turns, so that whatever else the machine does meanwhile is in both.

const { values } = parseArgs({
  options: {
    watched: { type: "string", default: "10000,1000000" },
    rounds: { type: "string", default: "15" },
    blocks: { type: "string", default: "500" },
    /** Milliseconds that a full block may take. */
    target: { type: "string", default: "100" },
  },
});
const WATCHED = values.watched.split(",").map(Number);
const ROUNDS = Number(values.rounds);
const CATCH_UP = Number(values.blocks);
const OUTPUTS = 8_000;
const TARGET_MS = Number(values.target);
const TARGET_TIMES = 1.5;

/** A world with so many watched scripts, and what its blocks have taken. */
type Bench = { watched: number; world: World; memory: MemoryChain; read: number[]; taken: number[] };

const watcher = depositWatcher(async () => true);
const benches: Bench[] = [];
for (const watched of WATCHED) {
  const world = await openApart();
  await watchScripts(world, watched);
  benches.push({ watched, world, memory: memoryChain("bitcoin"), read: [], taken: [] });
}
for (const bench of benches) await look(bench);
for (let round = 0; round <= ROUNDS; round += 1) for (const bench of benches) await fullBlock(bench, round);
for (const bench of benches) await printFigures(bench);
const times = median(benches.at(-1)?.taken.slice(1) ?? []) / median(benches[0]?.taken.slice(1) ?? []);
process.stdout.write(`from the fewest to the most watched ${times.toFixed(2)} times (target ${TARGET_TIMES})\n`);
demand(times <= TARGET_TIMES);
for (const { world } of benches) await closeApart(world);
await closeTestCluster();

async function printFigures(bench: Bench): Promise<void> {
  const read = bench.read.slice(1);
  const taken = bench.taken.slice(1);
  const batched = read.map((ms, round) => ms + (taken[round] ?? 0));
  const perSecond = await catchUp(bench);
  process.stdout.write(
    `${report(bench.watched)} watched: reading ${median(read).toFixed(1)} ms, taking ${median(taken).toFixed(1)} ms, together ${median(batched).toFixed(1)} ms, at best ${Math.min(...batched).toFixed(1)} ms (target ${TARGET_MS}); catch-up ${perSecond.toFixed(0)} blocks/s\n`,
  );
  demand(median(batched) <= TARGET_MS);
}

/** A block as a node answers it with verbosity 2, its amounts as text. */
function answerOf(height: number): { txid: string; vin: []; vout: object[] }[] {
  return Array.from({ length: OUTPUTS / 2 }, (_, at) => ({
    txid: createHash("sha256").update(`${height} ${at}`).digest("hex"),
    vin: [],
    vout: [0, 1].map((n) => ({ n, value: "0.12345678", scriptPubKey: { hex: scriptAt(height, at * 2 + n) } })),
  }));
}

function scriptAt(height: number, at: number): string {
  return `76a914${createHash("sha256").update(`stranger ${height} ${at}`).digest("hex").slice(0, 40)}88ac`;
}

async function fullBlock(bench: Bench, round: number): Promise<void> {
  const answer = answerOf(round);
  const before = performance.now();
  const transfers: Transfer[] = answer.flatMap((tx, position) => transfersOf("bitcoin", tx, position));
  const parsed = performance.now();
  bench.memory.mine(1, transfers);
  const mined = performance.now();
  await look(bench);
  bench.read.push(parsed - before);
  bench.taken.push(performance.now() - mined);
}

async function catchUp({ world }: Bench): Promise<number> {
  const memory = memoryChain("bitcoincash");
  await look({ world, memory });
  const scripts = Array.from({ length: 200 }, (_, at): Transfer => {
    const txHash = createHash("sha256").update(`behind ${at}`).digest("hex");
    return { txHash, outputIndex: 0, position: at, asset: "BCH", script: scriptAt(-1, at), units: 1_000n };
  });
  for (let mined = 0; mined < CATCH_UP; mined += 1) memory.mine(1, scripts);
  const before = performance.now();
  await look({ world, memory });
  return CATCH_UP / ((performance.now() - before) / 1000);
}

/** Looks until nothing moves any more. */
async function look({ world, memory }: Pick<Bench, "world" | "memory">): Promise<void> {
  const chain = memory.view();
  world.app.slots.delete(CHAIN_POLLS);
  const app = { ...world.app, chains: { [chain.network]: chain } };
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "bench" });
  while ((await followChains(worker, watcher)) > 0);
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
