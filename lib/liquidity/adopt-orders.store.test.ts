import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { adoptOrders, bookUnclaimed, findUnclaimed } from "./adopt-orders.ts";
import { fillOf } from "./fill.ts";
import { positionsToHedge } from "./open-position.ts";
import type { Executed } from "./venue.ts";

const DAY_MS = 86_400_000;

let world: World;
let worker: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const [quantity, proceeds, fee] = [Decimal.from("0.01"), Decimal.from("600"), Decimal.from("1.5")];
const done = (clientRef: string): Executed => ({
  clientRef,
  side: "SELL",
  base: "BTC",
  fiat: "EUR",
  fill: fillOf([{ tradeId: randomUUID(), quantity, proceeds, fee }]),
});
/** The venue as it remembers what a database of ours has had it do. */
const remembering = (...executed: Executed[]) => ({ ...world.app.venue, executedSince: async () => executed });
const sold = async () => (await positionsToHedge(worker)).find(({ fiat }) => fiat === "EUR")?.units ?? 0n;
const madeOf = () => `${randomUUID().slice(0, 14)}8${randomUUID().slice(15)}`;

test("a hedge is booked once, however often it is told; orders that are not ours are counted and left", async () => {
  const hedge = done(worker.id());
  const foreign = done("my own order");
  const venue = remembering(hedge, foreign);
  expect(await adoptOrders(worker, venue, new Date(0))).toEqual({ hedges: 1, retained: 0, foreign: 1 });
  expect(await sold()).toBe(-1_000_000n);
  expect(await adoptOrders(worker, venue, new Date(0))).toEqual({ hedges: 0, retained: 0, foreign: 1 });
  expect(await sold()).toBe(-1_000_000n);
});

test("what no order takes within a day is the house's own, with a case; not a tick before", async () => {
  const before = await sold();
  const hugo = await personOfHouse(world, "Hugo");
  expect(await adoptOrders(worker, remembering(done(madeOf())), new Date(0))).toEqual({
    hedges: 0,
    retained: 1,
    foreign: 0,
  });
  await world.later(DAY_MS - 1_000);
  expect(await findUnclaimed(worker, 10)).toEqual([]);
  await world.later(1_000);
  const [adopted, ...others] = await findUnclaimed(worker, 10);
  expect(others).toEqual([]);
  if (adopted) expect(await bookUnclaimed(worker, adopted)).toBe(true);
  expect(await sold()).toBe(before - 1_000_000n);
  expect(await findUnclaimed(worker, 10)).toEqual([]);
  expect((await listCases(hugo, { kind: "SOLD_TWICE" })).data).toMatchObject([{ asset: "BTC" }]);
});
