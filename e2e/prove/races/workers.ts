import { Slots } from "#lib/kernel/slots.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { MadeBill, World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { expireBill } from "#lib/bills/expire-bill.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { rowsOf, emittedTwice } from "./at-once.ts";

const WORKERS = 3;
/** A scan takes about so long on a quiet machine, and a few times as long on a busy one: it is to be met in its midst on both. */
const MOST_DELAY_MS = 30;
const MOST_DOUBLINGS = 4;
const OF_EACH = 3;
/** Each worker begins so many duties further on than the one before. */
const APART = 2;
const LIFETIME_MS = 20 * 60_000;
const BLOCKS = 2;
/** Rounds until nothing is done any more; far more than due work takes. */
const MOST_ROUNDS = 60;

/** Three workers at the same due rows: payments in time, late ones for the market, bills that end, and the hedges of all. */
export async function raceWorkers(world: World, chance: Chance): Promise<string[]> {
  const ended = await billsOf(world, {});
  const inTime = await billsOf(world, {});
  const late = [...(await billsOf(world, { strategy: "ACA" })), ...(await billsOf(world, { strategy: "ACA" }))];
  for (const bill of inTime) await send(world, bill);
  await world.settle();
  await world.later(LIFETIME_MS + 1);
  for (const bill of late) await send(world, bill);
  await mineBlocks(world.ctx, { network: "bitcoin", count: BLOCKS });
  const ends = await expireAtOnce(world, ended);
  await endAndSee(world, chance, late);
  const failed = await work(world);
  await world.settle();
  const ids = [...ended, ...inTime, ...late].map(({ paymentId }) => paymentId);
  return [
    ...ends,
    ...(failed > 0 ? [`${failed} duties failed where workers met`] : []),
    ...(await emittedTwice(world, ids)),
    ...(await orderFaults(world, late)),
    ...(await fillFaults(world, [...inTime, ...late])),
    ...(await expiryFaults(world, ids)),
    ...(await bookFaults(world)),
  ];
}

function billsOf(world: World, input: { strategy?: "ACA" }): Promise<MadeBill[]> {
  return Promise.all(Array.from({ length: OF_EACH }, () => world.bill(input)));
}

const send = (world: World, bill: MadeBill) =>
  sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity });

/** One of three tells that a bill has ended. */
async function expireAtOnce(world: World, ended: readonly MadeBill[]): Promise<string[]> {
  const workers = Array.from({ length: WORKERS }, (_, at) => workerOf(world, at));
  const reports = await Promise.all(
    ended.map(({ paymentId }) => Promise.all(workers.map((worker) => expireBill(worker, paymentId)))),
  );
  return reports.flatMap((each) => {
    const tellers = each.filter(Boolean).length;
    return tellers === 1 ? [] : [`${tellers} of ${WORKERS} told that a bill has ended`];
  });
}

/** While one worker sees the payments of bills that have ended, another tells of their ends. */
async function endAndSee(world: World, chance: Chance, late: readonly MadeBill[]): Promise<void> {
  const scan = TASKS.filter(({ name }) => name === "scan-chains");
  const mostMs = MOST_DELAY_MS * 2 ** chance.whole(0, MOST_DOUBLINGS);
  const ends = late.map(async ({ paymentId }) => {
    await sleep(chance.whole(0, mostMs));
    await expireBill(workerOf(world, 1), paymentId);
  });
  await Promise.all([runTick(workerOf(world, 0), scan), ...ends]);
}

const workerOf = (world: World, at: number): Ctx =>
  contextFor({ ...world.app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: `worker-${at}` });

/** As processes of their own: nothing is shared but the database. */
async function work(world: World): Promise<number> {
  const worker = async (at: number): Promise<number> => {
    const ctx = workerOf(world, at);
    const tasks = [...TASKS.slice(at * APART), ...TASKS.slice(0, at * APART)];
    let failures = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const { done, failed } = await runTick(ctx, tasks);
      failures += failed;
      if (done === 0 && failed === 0) return failures;
    }
    return failures;
  };
  const failures = await Promise.all(Array.from({ length: WORKERS }, (_, at) => worker(at)));
  return failures.reduce((sum, each) => sum + each, 0);
}

async function orderFaults(world: World, late: readonly MadeBill[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string; orders: number }>(
    world,
    `select d.bill_id as id, count(o.id)::int as orders from deposit d left join venue_order o on o.deposit_id = d.id
     where d.bill_id = any($1) group by d.bill_id having count(o.id) <> 1`,
    [late.map(({ paymentId }) => paymentId)],
  );
  return rows.map(({ orders }) => `a late payment was sold by ${orders} orders`);
}

async function fillFaults(world: World, paid: readonly MadeBill[]): Promise<string[]> {
  const rows = await rowsOf<{ fills: number }>(
    world,
    `select count(f.id)::int as fills from bill b left join fill f on f.bill_id = b.id
     where b.id = any($1) group by b.id having count(f.id) <> 1`,
    [paid.map(({ paymentId }) => paymentId)],
  );
  return rows.map(({ fills }) => `a payment was sold ${fills} times`);
}

/** What was told of a bill's end was so. */
async function expiryFaults(world: World, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ status: string }>(
    world,
    `select data::json->>'status' as status from event
     where object_id = any($1) and type = 'payment.expired' and data::json->>'status' <> 'EXPIRED'`,
    [ids],
  );
  return rows.map(({ status }) => `payment.expired was told of a bill that is ${status}`);
}

/** Hedges sell what the book holds, once: the house is never short of what it has only promised to nobody. */
async function bookFaults(world: World): Promise<string[]> {
  const [row] = await rowsOf<{ units: string }>(
    world,
    "select balance::text as units from ledger_account where code = 'house:book' and asset = 'BTC'",
  );
  const units = Decimal.from(row?.units ?? "0");
  return units.compare(Decimal.ZERO) < 0 ? [`hedges have sold ${units} more than the house held`] : [];
}
