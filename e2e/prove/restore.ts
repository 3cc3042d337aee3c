import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { drillAtScale } from "./restore/at-scale.ts";
import { drill } from "./restore/drill.ts";

// Proof: a backup is restored after business that it does not know. Payers keep what they were given, on a real node: no
// address is handed out twice, nothing is sold twice at a venue that remembers its orders, and what is paid later is
// credited or a case. The books are right.

// `--bills N` plays it by the operator's commands on the program's own database with so many bills, on simulated chains
// that go on without it; `--full` both, with twenty writers at once and a hundred thousand bills.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    writers: { type: "string" },
    bills: { type: "string" },
    rounds: { type: "string", default: "12" },
  },
});
const startedAt = performance.now();
const size = values.full ? { writers: 20, rounds: 6 } : { writers: Number(values.writers ?? "4"), rounds: 2 };
const bills = values.bills ?? (values.full ? "100000" : undefined);
const { figures, faults } = await drilled();
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(`restore: ${figures}; ${faults.length} faults; ${seconds} s\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function drilled(): ReturnType<typeof drill> {
  try {
    const onNodes = values.full || bills === undefined ? await drill(size) : undefined;
    const atScale = bills === undefined ? undefined : await drillAtScale(Number(bills), Number(values.rounds));
    const parts = [onNodes, atScale].flatMap((part) => part ?? []);
    return {
      figures: parts.map((part) => part.figures).join("; "),
      faults: parts.flatMap((part) => part.faults),
    };
  } finally {
    await closeTestCluster();
  }
}
