import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { drill } from "./restore/drill.ts";

// Proof: a backup is restored after business that it does not know. Payers keep what they were given, on a real node: no
// address is handed out twice, nothing is sold twice at a venue that remembers its orders, and what is paid later is
// credited or a case. The books are right.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false }, writers: { type: "string" } } });
const startedAt = performance.now();
const size = values.full ? { writers: 20, rounds: 6 } : { writers: Number(values.writers ?? "4"), rounds: 2 };
const { figures, faults } = await drilled();
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(`restore: ${figures}; ${faults.length} faults; ${seconds} s\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function drilled(): ReturnType<typeof drill> {
  try {
    return await drill(size);
  } finally {
    await closeTestCluster();
  }
}
