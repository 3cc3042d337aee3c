import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { openFloor } from "./conversion/floor.ts";
import { demand } from "./load/demand.ts";

// How long an invoice of 500 bills takes to create, to quote and to execute, through the verbs on real PostgreSQL, against
// the same number of rows written by pg in one plain transaction on the same server in the same run.

const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "500" },
    rounds: { type: "string", default: "3" },
    /** Times of the floor that creating and executing may take at most. */
    target: { type: "string", default: "12" },
  },
});
const BILLS = Number(values.bills);
const ROUNDS = Number(values.rounds);
const MOST_TIMES = Number(values.target);
const PAID = Decimal.from("0.002");
/** Bills being asked for at a time. */
const ABREAST = 8;

/**
 * Rows written for n items, inserted and updated alike. Create: the items, their deposits, their bills' facts, two postings
 * each with the balances they move, and the invoice, its entry, audit and event. Execute: per item an entry, a fill, four
 * postings with their balances, deposit, bill and item; and the order, the venue's entry, invoice, audits and events.
 */
const ROWS = { create: (n: number) => 7 * n + 4, quote: () => 4, execute: (n: number) => 13 * n + 14 };

type Steps = Record<"create" | "quote" | "execute", number>;

const world = await openWorld();
const floor = await openFloor(world.app.env.databaseUrl ?? "");
try {
  await world.price("BTC", "EUR", "60000");
  const took: Steps[] = [];
  for (let round = 0; round < ROUNDS; round += 1) took.push(await measure(world, await retainedBills(world)));
  await report(took);
  const broken = await world.broken();
  for (const { rule, found } of broken) process.stdout.write(`  ${rule}: ${found}\n`);
  demand(broken.length === 0);
} finally {
  await floor.close();
  await world.close();
  await closeTestCluster();
}

async function retainedBills(world: World): Promise<string[]> {
  const ids: string[] = [];
  const ask = async (): Promise<void> => {
    while (ids.length < BILLS) {
      const at = ids.push("") - 1;
      const bill = await world.bill({ strategy: "RAI" });
      await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: PAID });
      ids[at] = bill.paymentId;
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, ask));
  await mineBlocks(world.ctx, { network: "bitcoin", count: 2 });
  if (!(await world.settle())) throw new Error("the bills did not settle in time");
  return ids;
}

async function measure({ ctx }: World, paymentIds: readonly string[]): Promise<Steps> {
  const quantity = Decimal.of(BigInt(paymentIds.length) * 199_000n, 8);
  const input = {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity,
    items: paymentIds.map((paymentId) => ({ paymentId })),
  };
  const started = performance.now();
  const { invoiceId } = recordOf(await createConversion(ctx, input));
  const created = performance.now();
  await quoteConversion(ctx, { invoiceId });
  const quoted = performance.now();
  const { status } = recordOf(await executeConversion(ctx, { invoiceId }));
  const executed = performance.now();
  if (status !== "EXECUTED") throw new Error(`the invoice is ${status}`);
  return { create: created - started, quote: quoted - created, execute: executed - quoted };
}

/** Medians of the rounds beside the floor's, which are taken right after. */
async function report(took: readonly Steps[]): Promise<void> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(10))).join("")}\n`;
  process.stdout.write(
    line([`an invoice of ${BILLS} bills`, "ms", "rows", "floor ms", "times", `  at most ${MOST_TIMES}`]),
  );
  for (const step of ["create", "quote", "execute"] as const) {
    const rows = ROWS[step](BILLS);
    const plain: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) plain.push(await floor.write(rows));
    const [mine, floors] = [median(took.map((each) => each[step])), median(plain.slice(1))];
    const times = mine / floors;
    // A quote writes four rows: its time is that of the way there, not of the rows.
    if (step !== "quote") demand(times <= MOST_TIMES);
    const met = step === "quote" ? "" : times <= MOST_TIMES ? "met" : "NOT MET";
    process.stdout.write(line([step, mine.toFixed(1), String(rows), floors.toFixed(1), times.toFixed(1), met]));
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
