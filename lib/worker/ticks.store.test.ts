import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { readSendersDue } from "#lib/deposits/read-senders.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { type Task, UPKEEP } from "./due.ts";
import { nextHeed, runTick, runUntilIdle, waitForWork } from "./ticks.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const NEVER = new AbortController().signal;
const FOR_EVER = { quietMs: Number.POSITIVE_INFINITY };

test("an idle worker wakes when a bill is made", async () => {
  await world.settle();
  const waiting = waitForWork(world.ctx, NEVER, FOR_EVER);
  await world.bill();
  await waiting;
});

test("it sleeps as long as nothing is written, and not when the database does not say", async () => {
  const ends = ["0/1", "0/1", "0/1", "0/2", "0/3"];
  await waitForWork(world.ctx, NEVER, { ...FOR_EVER, written: async () => ends.shift() });
  expect(ends).toEqual(["0/3"]);
  await waitForWork(world.ctx, NEVER, { ...FOR_EVER, written: () => Promise.reject(new Error("away")) });
});

test("where others write without end, what they write is heeded later and later, up to a second", async () => {
  const written = async () => String(performance.now());
  const startedAt = performance.now();
  expect(await waitForWork(world.ctx, NEVER, { ...FOR_EVER, heedMs: 600, written })).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(600);
  expect(await waitForWork(world.ctx, NEVER, { quietMs: 0, heedMs: 1_000, written })).toBe(true);
  expect(await waitForWork(world.ctx, NEVER, { quietMs: 0, written: async () => "0/1" })).toBe(false);
  expect([nextHeed(0, true), nextHeed(500, true), nextHeed(1_000, true), nextHeed(1_000, false)]).toEqual([
    500, 1_000, 1_000, 0,
  ]);
});

test("what is due by time alone is found, as is a node with a pace of its own, and a stop ends the wait", async () => {
  await waitForWork(world.ctx, NEVER, { written: async () => "0/1" });
  const bitcoin = { ...world.app.chains.bitcoin, everyMs: 0 } as Chain;
  const paced = { ...world.ctx, app: { ...world.app, chains: { bitcoin } } };
  await waitForWork(paced, NEVER, { ...FOR_EVER, written: async () => "0/1" });
  await waitForWork(world.ctx, AbortSignal.abort(), { ...FOR_EVER, written: async () => "0/1" });
});

test("nodes that take a request and say no more hold up no round", async () => {
  const { deposit_address: address, quantity, paymentId } = await world.bill();
  await sendDeposit(world.ctx, { address, quantity });
  await world.settle();
  await world.app.database.pool.query("update deposit set source_address = null where bill_id = $1", [paymentId]);
  const never = () => new Promise<never>(() => undefined);
  const hanging = Object.fromEntries(
    Object.entries(world.app.chains).map(([network, chain]) => [
      network,
      {
        ...chain,
        ...{ head: never, feeEstimate: never, sendersOf: never, costOf: never, coins: never },
        scan: { start: never, progress: never, abort: never },
        calls: { quote: never },
        tronCalls: { energyPrice: never },
      } as unknown as Chain,
    ]),
  );
  const ctx = { ...world.ctx, app: { ...world.app, slots: new Slots(), chains: hanging } };
  await runTick(ctx, UPKEEP);
  expect([await readSendersDue(ctx), await readSendersDue(ctx)]).toEqual([0, 0]);
});

test("all is idle once each task has found nothing since the last that did something, and what reports calls no other back", async () => {
  const runs: string[] = [];
  const task = (name: string, work: number[], more: Partial<Task> = {}): Task => ({
    name,
    run: async () => {
      runs.push(name);
      return work.shift() ?? 0;
    },
    ...more,
  });
  const coming = [0, 0, 1];
  const tasks = [
    task("report", [1], { reports: true }),
    task("first", [1]),
    task("second", [], { coming: async () => coming.shift() ?? 0 }),
    task("third", [0, 1]),
  ];
  expect(await runUntilIdle(world.ctx, 60_000, tasks)).toBe(true);
  expect(runs.join(" ")).toBe("first second third first second third first second third report report");
  expect(await runUntilIdle(world.ctx, 0, tasks)).toBe(false);
});
