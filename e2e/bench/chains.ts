import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { type PaperChain, paperChain } from "#e2e/world/paper-chain.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { transfersOf } from "#lib/chains/bitcoin-outputs.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { followChains } from "#lib/chains/follow.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import { contextFor } from "#lib/house.ts";
import { report, watchScripts } from "./chains/watched.ts";

// How long a full block of 8 000 outputs takes from the node's answer to its transaction's commit, with 10 000 and with a
// million watched scripts; and how many blocks a catch-up takes in a second. A block of which nothing is ours but some.

const { values } = parseArgs({
  options: {
    watched: { type: "string", default: "10000,1000000" },
    rounds: { type: "string", default: "9" },
    blocks: { type: "string", default: "500" },
  },
});
const WATCHED = values.watched.split(",").map(Number);
const ROUNDS = Number(values.rounds);
const CATCH_UP = Number(values.blocks);
const OUTPUTS = 8_000;
const TARGET_MS = 100;
const TARGET_TIMES = 1.5;

const watcher = depositWatcher(async () => undefined);
const medians: number[] = [];
for (const watched of WATCHED) {
  const world = await openWorld();
  try {
    await watchScripts(world, watched);
    const block = await fullBlocks(world);
    const perSecond = await catchUp(world);
    medians.push(block.matched);
    process.stdout.write(
      `${report(watched)} watched: reading ${block.read.toFixed(1)} ms, taking ${block.matched.toFixed(1)} ms, together ${(block.read + block.matched).toFixed(1)} ms, at best ${block.best.toFixed(1)} ms (target ${TARGET_MS}); catch-up ${perSecond.toFixed(0)} blocks/s\n`,
    );
    if (block.read + block.matched > TARGET_MS) process.exitCode = 1;
  } finally {
    await world.close();
  }
}
await closeTestCluster();
const times = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
process.stdout.write(`from the fewest to the most watched ${times.toFixed(2)} times (target ${TARGET_TIMES})\n`);
if (times > TARGET_TIMES) process.exitCode = 1;

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

async function fullBlocks(world: World): Promise<{ read: number; matched: number; best: number }> {
  const paper = paperChain("bitcoin");
  await look(world, paper);
  const read: number[] = [];
  const matched: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const answer = answerOf(round);
    const before = performance.now();
    const transfers: Transfer[] = answer.flatMap((tx, position) => transfersOf("bitcoin", tx, position));
    const parsed = performance.now();
    paper.mine(1, transfers);
    const mined = performance.now();
    await look(world, paper);
    read.push(parsed - before);
    matched.push(performance.now() - mined);
  }
  const together = read.map((ms, round) => ms + (matched[round] ?? 0)).slice(1);
  return { read: median(read.slice(1)), matched: median(matched.slice(1)), best: Math.min(...together) };
}

async function catchUp(world: World): Promise<number> {
  const paper = paperChain("bitcoincash");
  await look(world, paper);
  const scripts = Array.from({ length: 200 }, (_, at): Transfer => {
    const txHash = createHash("sha256").update(`behind ${at}`).digest("hex");
    return { txHash, outputIndex: 0, position: at, asset: "BCH", script: scriptAt(-1, at), units: 1_000n };
  });
  for (let mined = 0; mined < CATCH_UP; mined += 1) paper.mine(1, scripts);
  const before = performance.now();
  await look(world, paper);
  return CATCH_UP / ((performance.now() - before) / 1000);
}

/** Looks until nothing moves any more. */
async function look(world: World, paper: PaperChain): Promise<void> {
  const chain = paper.view();
  const house = { ...world.house, shelf: new Map(), chains: { [chain.network]: chain } };
  const worker = contextFor(house, { actor: { kind: "worker" }, requestId: "bench" });
  while ((await followChains(worker, watcher)) > 0);
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
