import { parseArgs } from "node:util";
import { closeTestCluster, onDurableServer } from "#e2e/world/database.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { openFloor } from "./conversion/floor.ts";
import { percentile } from "./desk/percentile.ts";
import { median } from "./load/contest.ts";
import { demand } from "./load/demand.ts";
import { showStatements, WATCHED, watchStatements } from "./load/statements.ts";

// How long an invoice of 500 bills takes to create, to quote and to execute, through the verbs on a durable server, and
// what the venue takes of that: 95 of 100 within a time for each step. Beside it, for the machine's sake, the same number
// of rows written by pg in one plain transaction on the same server in the same run.

const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "500" },
    rounds: { type: "string", default: "10" },
    /** The most that 95 of 100 take to create, to quote and to execute without the venue, in milliseconds. */
    targets: { type: "string", default: "150,15,100" },
    /** Prints where the database's time went. */
    statements: { type: "boolean", default: false },
  },
});
const BILLS = Number(values.bills);
const ROUNDS = Number(values.rounds);
const PAID = Decimal.from("0.002");
/** Bills being asked for at a time. */
const ABREAST = 8;

const [create = 0, quote = 0, execute = 0] = values.targets.split(",").map(Number);
const TARGETS: Steps = { create, quote, execute };
/**
 * Rows written for n items, inserted and updated alike. Create: the items, their deposits, their bills' facts, two postings
 * each with the balances they move, and the invoice, its entry, audit and event. Execute: per item an entry, a fill, four
 * postings with their balances, deposit, bill and item; and the order, the venue's entry, invoice, audits and events.
 */
const ROWS = { create: (n: number) => 7 * n + 4, quote: () => 4, execute: (n: number) => 13 * n + 14 };

type Steps = Record<"create" | "quote" | "execute", number>;
type Took = Steps & { venue: number };

await onDurableServer(values.statements ? WATCHED : {});
const world = await openWorld();
const floor = await openFloor(world.app.env.databaseUrl ?? "");
const clock = venueClock(world);
try {
  await world.price("BTC", "EUR", "60000");
  await measure(world, await retainedBills(world, Math.min(BILLS, 20)));
  const took: Took[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bills = await retainedBills(world, BILLS);
    if (values.statements && round === 0) await watchStatements();
    took.push(await measure(world, bills));
    if (values.statements && round === 0) await showStatements();
  }
  await report(took);
  const broken = await world.broken();
  for (const { rule, found } of broken) process.stdout.write(`  ${rule}: ${found}\n`);
  demand(broken.length === 0);
} finally {
  await floor.close();
  await world.close();
  await closeTestCluster();
}

/** Counts what the venues take, over and above what we do. */
function venueClock({ app }: World): { ms: number } {
  const counted = { ms: 0 };
  for (const venue of app.venues) {
    const own = venue as { -readonly [Name in keyof Venue]: Venue[Name] };
    for (const name of ["quote", "execute", "marketOrder"] as const) {
      const ask = own[name].bind(own) as (...given: never[]) => Promise<never>;
      own[name] = async (...given: unknown[]): Promise<never> => {
        const started = performance.now();
        try {
          return await ask(...(given as never[]));
        } finally {
          counted.ms += performance.now() - started;
        }
      };
    }
  }
  return counted;
}

async function retainedBills(world: World, bills: number): Promise<string[]> {
  const ids: string[] = [];
  const ask = async (): Promise<void> => {
    while (ids.length < bills) {
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

async function measure({ ctx }: World, paymentIds: readonly string[]): Promise<Took> {
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
  const before = clock.ms;
  const { status } = recordOf(await executeConversion(ctx, { invoiceId }));
  const executed = performance.now();
  if (status !== "EXECUTED") throw new Error(`the invoice is ${status}`);
  const venue = clock.ms - before;
  return { create: created - started, quote: quoted - created, execute: executed - quoted - venue, venue };
}

/** Medians of the rounds beside the floor's, which are taken right after. */
async function report(took: readonly Took[]): Promise<void> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(10))).join("")}\n`;
  process.stdout.write(
    line([`an invoice of ${BILLS} bills`, "median ms", "p95 ms", "rows", "floor ms", "times", "at most"]),
  );
  for (const step of ["create", "quote", "execute"] as const) {
    const rows = ROWS[step](BILLS);
    const plain: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) plain.push(await floor.write(rows));
    const own = took.map((each) => each[step]);
    const [middle, slow, floors] = [median(own), percentile(own, 0.95), median(plain.slice(1))];
    const isMet = slow <= TARGETS[step];
    demand(isMet);
    const figures = [middle.toFixed(1), slow.toFixed(1), String(rows), floors.toFixed(1), (middle / floors).toFixed(1)];
    process.stdout.write(line([step, ...figures, `${TARGETS[step]}`, isMet ? "met" : "NOT MET"]));
  }
  process.stdout.write(line(["  the venue beside execute", median(took.map(({ venue }) => venue)).toFixed(1)]));
}
