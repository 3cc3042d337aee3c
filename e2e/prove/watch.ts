import { Slots } from "#lib/kernel/slots.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Anvil, startAnvil } from "#e2e/world/anvil.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { killed } from "#e2e/world/node-process.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { type BadEndpoint, startBadEndpoint } from "./watch/bad-endpoint.ts";
import { ethChain } from "./watch/eth-chain.ts";
import { differencesFrom } from "./watch/every-block.ts";

// Proof: no deposit is lost and none is counted twice. The watcher is away for 200 blocks; its endpoint is silent, errs,
// lags, leaves logs out and refuses at random; and the watcher is killed with kill -9 while it takes blocks. In the end every
// block and every payment on record is held against what the node itself says of it, one by one, with nothing left over.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const KILLS = Number(values.kills ?? (values.full ? 100 : 10));
const SEED = Number(values.seed);
const AWAY_BLOCKS = 200;
const BILLS_WHILE_AWAY = 20;
const BILLS_PER_KILL = 6;
const BLOCKS_PER_KILL = 12;
/** Of a hundred answers so many are bad. */
const OFTEN = 20;
/** It is killed right before one of its first statements, or after so long when it waits for bad answers to be over. */
const MOST_STATEMENTS = 300;
const DIE_AT = pathToFileURL(resolve(import.meta.dirname, "../world/die-at.ts")).href;
const LONGEST_LIFE_MS = 4_000;
const SETTLE_MS = 60_000;
const CONFIRMATIONS = 12;
const BILL = { cryptoType: "USDT", networkType: "eth" } as const;
const STRANGER = "0x00000000000000000000000000000000000000aa";

const startedAt = performance.now();
const chance = chanceFrom(SEED);
const paid: MadeBill[] = [];

await prove();

async function prove(): Promise<void> {
  const [world, anvil] = await Promise.all([openWorld({ alone: true }), startAnvil()]);
  const endpoint = await startBadEndpoint(anvil.url, chance);
  try {
    await world.price("USDT", "EUR", "0.92");
    await lookHonestly(world, anvil);
    await payWhileAway(world, anvil);
    endpoint.often = OFTEN;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      endpoint.leavesOutLogs = kill === 1;
      await liveAndDie(world, anvil, endpoint);
    }
    await anvil.mine(CONFIRMATIONS);
    await lookHonestly(world, anvil);
    report(await judge(world, anvil), endpoint);
  } finally {
    endpoint.stop();
    await anvil.stop();
    await world.close();
    await closeTestCluster();
  }
}

async function pay(world: World, anvil: Anvil): Promise<void> {
  const bill = await world.bill(BILL);
  await anvil.send(anvil.tokens.usdt, bill.deposit_address, bill.quantity.floorUnits(6));
  paid.push(bill);
}

/** Two bills paid by one transaction, to a stranger besides, and one of the sibling network that is paid on this one. */
async function payOddly(world: World, anvil: Anvil): Promise<void> {
  const pair = [await world.bill(BILL), await world.bill(BILL)];
  const units = pair[0]?.quantity.floorUnits(6) ?? 0n;
  await anvil.sendMany(anvil.tokens.usdt, [STRANGER, ...pair.map((bill) => bill.deposit_address)], units);
  paid.push(...pair);
  const sibling = await world.bill({ ...BILL, networkType: "tron" });
  const payable = await findPayable(world.ctx, sibling.deposit_address);
  await anvil.send(anvil.tokens.usdt, `0x${payable?.script}`, units);
  await anvil.send(anvil.tokens.usdc, pair[0]?.deposit_address ?? "", units);
}

async function payWhileAway(world: World, anvil: Anvil): Promise<void> {
  await payOddly(world, anvil);
  for (let sent = 0; sent < BILLS_WHILE_AWAY; sent += 1) {
    await pay(world, anvil);
    await anvil.mine(AWAY_BLOCKS / BILLS_WHILE_AWAY);
  }
}

/** One life of the watcher: payments come while it works, and at a moment of chance it is gone. */
async function liveAndDie(world: World, anvil: Anvil, endpoint: BadEndpoint): Promise<void> {
  for (let sent = 0; sent < BILLS_PER_KILL; sent += 1) {
    await pay(world, anvil);
    await anvil.mine(BLOCKS_PER_KILL / BILLS_PER_KILL);
  }
  const child = watcher(world, anvil, endpoint);
  const ended = new Promise((done) => child.once("exit", () => done(true)));
  const late = endpoint.nextRequest().then(() => sleep(LONGEST_LIFE_MS, true, { ref: false }));
  await Promise.race([ended, late]);
  await killed(child);
}

function watcher(world: World, anvil: Anvil, endpoint: BadEndpoint): ChildProcess {
  const args = [join(import.meta.dirname, "watch/watcher.ts"), endpoint.url, String(anvil.chainId), anvil.tokens.usdt];
  const { databaseUrl = "", dataDir } = world.app.env;
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const dies = {
    DIE_AT: String(chance.whole(1, MOST_STATEMENTS)),
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${DIE_AT}`,
  };
  return spawn(process.execPath, args, { env: { ...env, ...dies }, stdio: "ignore" });
}

/** A watcher whose node answers, until it stands at the tip and nothing is due. */
async function lookHonestly(world: World, anvil: Anvil): Promise<void> {
  const chain = ethChain(anvil.url, anvil.chainId, anvil.tokens.usdt);
  const app = { ...world.app, slots: new Slots(), chains: { eth: chain } };
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "prove" });
  if (!(await runUntilIdle(worker, SETTLE_MS))) throw new Error("the watcher did not come to rest");
}

async function judge(world: World, anvil: Anvil): Promise<string[]> {
  const faults = await differencesFrom(anvil, world);
  for (const bill of paid) {
    const { deposits, amountStatus, status } = await world.payment(bill.paymentId);
    if (deposits.length !== 1 || amountStatus !== "PAID" || status !== "COMPLETED")
      faults.push(`bill ${bill.paymentId} has ${deposits.length} deposits and is ${status} ${amountStatus}`);
  }
  for (const { rule, found } of await world.broken()) faults.push(`${rule}: ${found}`);
  return faults;
}

function report(faults: readonly string[], { played }: BadEndpoint): void {
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  const counts = [...played].sort(([a], [b]) => (a < b ? -1 : 1)).map(([fault, count]) => `${count} ${fault}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `watch: ${paid.length} payments, ${AWAY_BLOCKS} blocks away, ${KILLS} kills, bad answers: ${counts.join(", ")}; ${faults.length} faults; seed ${SEED}, ${seconds} s\n`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}
