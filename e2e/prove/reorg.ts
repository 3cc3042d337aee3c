import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { evmNode, FINAL_OUTCOMES, type Node, tronNode, utxoNode } from "#e2e/world/nodes.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type Cell, playCell, STAGES } from "./reorg/cell.ts";

// Proof: whatever a reorganisation does to a payment on a real node, the balances are right and the books hold. Depth one
// to six, the payment dropped, moved or double-spent, before it was credited, credited or converted, on a UTXO node, an
// EVM node and one of Tron's form.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false }, only: { type: "string" } } });
const DEPTHS = [1, 2, 3, 4, 5, 6];

const startedAt = performance.now();
const faults: string[] = [];
let played = 0;
const world = await openWorld();
const nodes: Node[] = [];
try {
  nodes.push(await utxoNode(), await evmNode(), await tronNode());
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  const chains = Object.fromEntries(nodes.map((node) => [node.network, node.chain]));
  const worker = contextFor({ ...world.app, chains }, { actor: { kind: "worker" }, requestId: "prove" });
  for (const cell of cells()) if (!isEnough(faults)) await play(worker, cell);
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
  await world.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `reorg: ${played} cells on ${nodes.map(({ name }) => name).join(", ")}; ${faults.length} faults; ${seconds} s\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

/** All cells, or a slice in which each depth meets each node once, and fates and stages take turns. */
function cells(): Cell[] {
  const all = nodes.flatMap((node) =>
    DEPTHS.flatMap((depth) =>
      FINAL_OUTCOMES.flatMap((finalOutcome) => STAGES.map((stage) => ({ node, depth, finalOutcome, stage }))),
    ),
  );
  const named = values.only ? all.filter(({ node }) => node.name === values.only) : all;
  return values.full ? named : named.filter(inSlice);
}

function inSlice({ node, depth, finalOutcome, stage }: Cell): boolean {
  const at = nodes.indexOf(node);
  return finalOutcome === FINAL_OUTCOMES[(depth + at) % 3] && stage === STAGES[(Math.floor(depth / 2) + at) % 3];
}

async function play(worker: Ctx, cell: Cell): Promise<void> {
  const name = `${cell.node.name}, depth ${cell.depth}, ${cell.finalOutcome}, ${cell.stage}`;
  const found = await playCell(world, worker, cell).catch((error: Error) => [`it broke: ${error.message}`]);
  played += 1;
  faults.push(...found.map((fault) => `${name}: ${fault}`));
}
