import { parseArgs } from "node:util";
import { closeTestCluster, onDurableServer } from "#e2e/world/database.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";
import { median } from "./load/contest.ts";
import { demand } from "./load/demand.ts";
import { cpuMs } from "./load/processes.ts";
import { showStatements, WATCHED, watchStatements } from "./load/statements.ts";

// Deposits per second from the block that holds them to their treatment through the ledger, by the worker's own tasks on a
// durable server: blocks full of payments to us, spread over accounts, and all of one hot account. Every second of both
// steps counts; what a payer and a miner do does not. At the end the books are checked.

const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    /** Deposits per second, recorded and treated. */
    target: { type: "string", default: "500" },
    /** Prints where the database's time went. */
    statements: { type: "boolean", default: false },
  },
});
const BILLS = Number(values.bills);
const ROUNDS = Number(values.rounds);
const TARGET = Number(values.target);
const ACCOUNTS = 8;
const ABREAST = 8;
const ENOUGH_TO_SETTLE = 2;

/** In milliseconds; of processors that of this process and that of the database's connections. */
type Took = { record: number; treat: number; own: number; database: number };

const folder = await onDurableServer(values.statements ? WATCHED : {});
const world = await openWorld({ alone: true });
const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "bench" });
try {
  await world.price("BTC", "EUR", "60000");
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => accountNamed(`bench ${at}`)));
  await play(accounts, Math.min(BILLS, 50));
  // As in live, where the database asks of each entry what explains it.
  await changeSettings(world.ctx, { secondPerson: "always" });
  if (values.statements) await watchStatements();
  print(["deposits", "record/s", "treat/s", "both/s", "cpu ms each", "database's", ""]);
  await contest(`over ${ACCOUNTS} accounts`, accounts);
  await contest("one hot account", accounts.slice(0, 1));
  if (values.statements) await showStatements();
  const broken = await world.broken();
  for (const { rule, found } of broken) process.stdout.write(`  ${rule}: ${found}\n`);
  process.stdout.write(broken.length === 0 ? "the books are whole\n" : "the books are BROKEN\n");
  demand(broken.length === 0);
} finally {
  await world.close();
  await closeTestCluster();
}

async function accountNamed(name: string): Promise<Ctx> {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "bench" });
  const account = await openAccount(operator, name);
  return contextFor(world.app, { actor: { kind: "key", keyId: "ak_bench", scopes: [] }, account, requestId: "bench" });
}

async function contest(name: string, accounts: readonly Ctx[]): Promise<void> {
  const rounds: Took[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await play(accounts, BILLS));
  const middle = (of: (took: Took) => number) => median(rounds.map(of));
  const rate = (ms: number) => (BILLS * 1000) / ms;
  const both = rate(middle(({ record, treat }) => record + treat));
  const isMet = both >= TARGET;
  print([
    name,
    rate(middle(({ record }) => record)).toFixed(0),
    rate(middle(({ treat }) => treat)).toFixed(0),
    both.toFixed(0),
    (middle(({ own }) => own) / BILLS).toFixed(2),
    (middle(({ database }) => database) / BILLS).toFixed(2),
    isMet ? `target ${TARGET}` : `BELOW the target ${TARGET}`,
  ]);
  demand(isMet);
}

/** Bills are asked for and paid; then a block with all payments comes, and one that confirms them. */
async function play(accounts: readonly Ctx[], bills: number): Promise<Took> {
  await payBills(accounts, bills);
  await mineBlocks(worker, { network: "bitcoin", count: 1 });
  const before = { own: process.cpuUsage(), database: databaseMs() };
  const record = await timed(() => run("scan-chains"));
  await mineBlocks(worker, { network: "bitcoin", count: ENOUGH_TO_SETTLE });
  let treated = 0;
  const treat = await timed(async () => {
    await run("scan-chains");
    for (let done = -1; done !== 0; treated += done) done = await run("settle-deposits");
  });
  const { user, system } = process.cpuUsage(before.own);
  const database = databaseMs() - before.database;
  if (treated !== bills) throw new Error(`${treated} of ${bills} bills were treated`);
  return { record, treat, own: (user + system) / 1000, database };
}

function databaseMs(): number {
  return cpuMs({ dataDir: folder, file: "none of ours", role: "desk" });
}

function run(name: string): Promise<number> {
  const task = TASKS.find((each) => each.name === name);
  if (!task) throw new Error(`the worker has no task ${name}`);
  return task.run(worker);
}

async function payBills(accounts: readonly Ctx[], bills: number): Promise<void> {
  let made = 0;
  const ask = async (): Promise<void> => {
    while (made < bills) {
      const account = accounts[made++ % accounts.length] as Ctx;
      const { deposit_address: address, quantity } = await requestAddress(account, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: Decimal.from("100"),
        subaccount: "shop-1",
      });
      await sendDeposit(account, { address, quantity });
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, ask));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function print(cells: readonly string[]): void {
  const line = cells.map((cell, at) => (at === 0 || at === 6 ? cell.padEnd(18) : cell.padStart(12)));
  process.stdout.write(`${line.join(" ").trimEnd()}\n`);
}
