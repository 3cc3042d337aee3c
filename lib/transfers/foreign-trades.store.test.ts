import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { counted } from "#e2e/world/counted.ts";
import { withMail } from "#e2e/world/letters.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { bookForeign } from "#lib/liquidity/foreign-trades.ts";
import type { AccountTrade } from "#lib/liquidity/venue.ts";
import { readTransfers } from "./read-transfers.ts";

const OWN_MS = 15 * 60_000;
let world: World;
let worker: Ctx;
let grace: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  worker = contextFor(withMail(world.app), { actor: { kind: "worker" }, requestId: "test" });
  grace = await personOfHouse(world, "Grace");
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const cases = async () => (await listCases(grace, { kind: "UNKNOWN_TRADE" })).data;
const held = async (symbol: "BTC" | "EUR") => (await balanceOf(worker, "venue:sandbox", symbol)) ?? 0n;
const letters = async () =>
  (await worker.db.mail.findMany({ where: { subject: { contains: "without an order of ours" } } })).length;
const traded = async (more: Partial<AccountTrade> = {}): Promise<AccountTrade> => ({
  tradeId: randomUUID(),
  orderRef: randomUUID(),
  side: "SELL",
  base: "BTC",
  fiat: "EUR",
  quantity: Decimal.from("0.01"),
  proceeds: Decimal.from("590"),
  fee: Decimal.from("1.5"),
  at: await world.ctx.now(),
  ...more,
});

/** A person with a way into the house's account there trades by hand. */
const byHand = async () => {
  const now = await world.ctx.now();
  const order = { clientRef: "by hand", side: "SELL", base: "BTC", fiat: "EUR", deadline: now } as const;
  const foreign = { ...order, quantity: Decimal.from("0.02"), limitPrice: undefined };
  expect((await world.app.venue.marketOrder(foreign as never, now)).state).toBe("FILLED");
};

test("a look at a venue that has nothing new costs few statements, and what was below zero there and is no more goes by one", async () => {
  await readTransfers(worker);
  const look = async () => {
    const { db, statements } = counted(worker.db);
    await readTransfers({ ...worker, db });
    return statements();
  };
  // What is known of the venue, and of the trades of its last hour; the clock, twice.
  const quiet = await look();
  expect(quiet).toBeLessThanOrEqual(4);
  const below = () => worker.db.venueBelow.count();
  await worker.db.venueBelow.create({ data: { venue: "sandbox", symbol: "JPY", quantity: "-1", since: new Date() } });
  expect([await look(), await below()]).toEqual([quiet + 1, 0]);
});

test("what was traded by hand is in the books and a case after 15 minutes, told to the house, and once", async () => {
  await readTransfers(worker);
  await byHand();
  await world.later(OWN_MS - 1_000);
  await readTransfers(worker);
  expect([await cases(), await held("BTC")]).toEqual([[], 0n]);
  await world.later(1_000);
  await readTransfers(worker);
  expect(await held("BTC")).toBe(-2_000_000n);
  expect(await held("EUR")).toBe(120_000n);
  expect(await cases()).toMatchObject([
    { asset: "BTC", cause: expect.stringContaining("sandbox sold 0.02 BTC for EUR") },
  ]);
  expect(await letters()).toBeGreaterThan(0);
  const before = await letters();
  await world.later(3_600_000);
  await readTransfers(worker);
  expect([(await cases()).length, await held("BTC"), await letters()]).toEqual([1, -2_000_000n, before]);
});

test("the house's own trades, sold by its program, are none of these", async () => {
  const known = (await cases()).length;
  const trades = await worker.db.venueTrade.count();
  const bill = await world.bill({ fiatReceivable: Decimal.from("3000") });
  await world.pay(bill, bill.quantity);
  await world.settle();
  expect(await worker.db.venueTrade.count()).toBeGreaterThan(trades);
  await world.later(2 * OWN_MS);
  await readTransfers(worker);
  expect(await cases()).toHaveLength(known);
});

test("trades of one order that come apart are each booked, and those told again are not", async () => {
  const before = await held("BTC");
  const first = await traded();
  const second = { ...first, tradeId: randomUUID() };
  await world.later(OWN_MS);
  expect((await bookForeign(worker, "sandbox", [first])).booked).toBe(1);
  expect((await bookForeign(worker, "sandbox", [first, second])).booked).toBe(1);
  expect((await bookForeign(worker, "sandbox", [first, second])).booked).toBe(0);
  expect(await held("BTC")).toBe(before - 2_000_000n);
});

test("ten who read the same trade book it once", async () => {
  const before = await held("BTC");
  const trade = await traded({ side: "BUY" });
  await world.later(OWN_MS);
  const done = await Promise.all(Array.from({ length: 10 }, () => bookForeign(worker, "sandbox", [trade])));
  expect(done.filter(({ booked }) => booked === 1)).toHaveLength(1);
  expect(await held("BTC")).toBe(before + 1_000_000n);
});

test("while an order of its pair is in doubt, a trade waits, and the reading goes no further than to it", async () => {
  const at = await world.ctx.now();
  const id = worker.id();
  const sent = { id, clientRef: id, venue: "sandbox", purpose: "HEDGE", asset: "BTC", fiat: "EUR", status: "OPEN" };
  const times = { deadline: at, nextAt: new Date(at.getTime() + 10 * OWN_MS), createdAt: at, updatedAt: at };
  await worker.db.venueOrder.create({ data: { ...sent, ...times, quantityUnits: 1_000_000, side: "SELL" } });
  const [trade, other] = [await traded(), await traded({ fiat: "USD" })];
  await world.later(2 * OWN_MS);
  const { booked, readTo } = await bookForeign(worker, "sandbox", [trade, other]);
  expect([booked, readTo]).toEqual([1, trade.at]);
  await worker.db.venueOrder.update({ where: { id }, data: { status: "REFUSED", missed: false } });
  expect((await bookForeign(worker, "sandbox", [trade, other])).booked).toBe(1);
});
