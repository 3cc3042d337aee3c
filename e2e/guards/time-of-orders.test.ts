import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { MadeBill } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { findHedgesDue } from "#lib/liquidity/hedge.ts";
import type { VenueOutcome } from "#lib/liquidity/venue.ts";
import { claimSend, isUnsendable, updateReference } from "#lib/liquidity/store.ts";
import { openStopped, type Stopped } from "./stopped.ts";
import { until, untilNothing } from "./until.ts";

const DEADLINE = 10_000;
const MARGIN = 10_000;
const LOOK_EVERY = 1_000;
const HEDGE_RETRY = 30_000;
const HEDGE_POOL = 30_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(async () => {
  expect(await world?.api.broken()).toEqual([]);
  await world?.close();
});

/** Whatever a test before this one has left open comes to its end. */
beforeEach(async () => {
  const open = () =>
    world.clock.sql(
      "select 1 from venue_order where status = 'OPEN' union all select 1 from deposit where status in ('UNCONFIRMED', 'PROCESSING')",
    );
  await untilNothing(async () => {
    await world.later(HEDGE_RETRY);
    await world.mine("bitcoin", 1);
    return (await open()).length;
  });
  await world.clock.sql("update venue_order set missed = false where missed");
});

type Order = { id: string; status: string; tries: number; next_in: number; missed: boolean };
const orderOf = async (paymentId: string): Promise<Order> => {
  const [order] = await world.clock.sql<Order>(
    `select o.id, o.status, o.tries, o.missed, (extract(epoch from o.next_at - business_now()) * 1000)::integer as next_in
     from venue_order o join deposit d on d.id = o.deposit_id where d.bill_id = $1 order by o.created_at desc limit 1`,
    [paymentId],
  );
  if (!order) throw new Error("nothing was ordered");
  return order;
};

/** A late bill under ACA whose order the venue never took in, though nobody can know. */
async function lost(): Promise<MadeBill> {
  const bill = await world.api.bill({ strategy: "ACA" });
  await world.later(1_200_001);
  await world.work();
  await world.api.control("venue", { fault: "timeout-before-accept", count: 1 });
  await world.pay(bill);
  return bill;
}

describe("an order", () => {
  test("is sent before its deadline alone, and a reference of the venue is kept before it alone", async () => {
    const inserted = async (inMs: number) =>
      (
        await world.clock.sql<{ id: string }>(
          `insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, status, deadline, next_at, created_at, updated_at)
           select gen_random_uuid(), gen_random_uuid()::text, 'sandbox', 'MARKET', 'BTC', 'EUR', 1, 'OPEN',
             at + $1 * interval '1 millisecond', at + interval '1 day', at, at from (select business_now() as at) now returning id`,
          [inMs],
        )
      )[0]?.id ?? "";
    const { db } = world.worker;
    const goodUntil = new Date(world.clock.now() + DAY);
    const [open, over] = [await inserted(1), await inserted(0)];
    expect([await isUnsendable(db, over), await isUnsendable(db, open)]).toEqual([true, false]);
    expect([await claimSend(db, over), await claimSend(db, open), await claimSend(db, open)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([
      await updateReference(db, over, "ref", goodUntil),
      await updateReference(db, open, "ref", goodUntil),
    ]).toEqual([false, true]);
    // What the venue says sooner does not end it sooner: it is looked up until its own deadline.
    const long = await inserted(DAY);
    const deadlineOf = async (id: string) =>
      (await world.clock.sql<{ deadline: Date }>("select deadline from venue_order where id = $1", [id]))[0]?.deadline;
    const before = await deadlineOf(long);
    expect(await updateReference(db, long, "ref", new Date(world.clock.now() + 1))).toBe(true);
    expect(await deadlineOf(long)).toEqual(before);
    expect(await deadlineOf(open)).toEqual(goodUntil);
    await world.clock.sql("delete from venue_order where id = any($1)", [[open, over, long]]);
  });

  test("nobody has come back with is looked up by the worker after five seconds", async () => {
    const bill = await world.api.bill({ strategy: "ACA" });
    await world.later(1_200_001);
    const answer = Promise.withResolvers<VenueOutcome>();
    const silent = vi.spyOn(world.api.app.venue, "marketOrder").mockReturnValueOnce(answer.promise);
    const paid = world.pay(bill);
    await until(() => silent.mock.calls.length > 0);
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", next_in: 5_000 });
    answer.resolve({ state: "REFUSED", reason: "enough" });
    await paid;
    silent.mockRestore();
  });

  test("counts as never placed after two looks past deadline and margin, a second apart", async () => {
    const bill = await lost();
    await world.later(DEADLINE + MARGIN);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", tries: 1, next_in: LOOK_EVERY });
    await world.later(LOOK_EVERY - 1);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", tries: 1 });
    await world.later(1);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "REFUSED", missed: true });
  });

  test("that nobody has sent counts so at a venue that keeps no deadlines, one that was sent does not", async () => {
    const { venue } = world.api.app;
    const can = venue.capabilities();
    const unfenced = vi.spyOn(venue, "capabilities").mockReturnValue({ ...can, fenced: false });
    const bill = await lost();
    await world.later(DEADLINE + MARGIN);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", tries: 0 });
    await world.clock.sql("update venue_order set sent_at = null where status = 'OPEN'");
    for (const wait of [60_000, LOOK_EVERY]) {
      await world.later(wait);
      await world.work();
    }
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "REFUSED", missed: true });
    unfenced.mockRestore();
  });

  test("a look one millisecond before the fence misses nothing yet", async () => {
    const bill = await lost();
    await world.later(DEADLINE + MARGIN - 1);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", tries: 0, next_in: LOOK_EVERY });
    await world.later(LOOK_EVERY);
    await world.work();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", tries: 1, next_in: LOOK_EVERY });
  });

  test("is looked up each second while it may still be known, then when its fence has passed", async () => {
    const bill = await lost();
    expect((await orderOf(bill.paymentId)).next_in).toBe(LOOK_EVERY);
    await world.later(7_999);
    await world.work();
    expect((await orderOf(bill.paymentId)).next_in).toBe(LOOK_EVERY);
    await world.later(LOOK_EVERY);
    await world.work();
    expect((await orderOf(bill.paymentId)).next_in).toBe(DEADLINE + MARGIN - 8_999);
  });

  test("a look that gets no answer is made again after five seconds", async () => {
    const bill = await lost();
    await world.later(LOOK_EVERY);
    const away = vi.spyOn(world.api.app.venue, "find").mockRejectedValueOnce(new Error("away"));
    await world.work();
    away.mockRestore();
    expect(await orderOf(bill.paymentId)).toMatchObject({ status: "OPEN", next_in: 5_000 });
  });
});

test("an order that counted as never placed is looked for five times more, at its times and no earlier", async () => {
  const bill = await lost();
  await world.later(DEADLINE + MARGIN);
  await world.work();
  await world.later(LOOK_EVERY);
  await world.work();
  const missed = (await orderOf(bill.paymentId)).id;
  const tries = async () =>
    (await world.clock.sql<{ tries: number }>("select tries from venue_order where id = $1", [missed]))[0]?.tries;
  const watch = () => world.upkeep("watch-missed-orders");
  for (const [at, wait] of [30_000, 300_000, HOUR, 6 * HOUR, 24 * HOUR].entries()) {
    await world.later(wait - 1);
    await watch();
    expect([at, await tries()]).toEqual([at, at]);
    await world.later(1);
    await watch();
    expect([at, await tries()]).toEqual([at, at + 1]);
  }
  await world.later(30 * DAY);
  await watch();
  expect(await tries()).toBe(5);
});

test("and a look in doubt does not count: it is made again after a minute", async () => {
  const bill = await lost();
  await world.later(DEADLINE + MARGIN);
  await world.work();
  await world.later(LOOK_EVERY);
  await world.work();
  const { id } = await orderOf(bill.paymentId);
  const row = async () =>
    (
      await world.clock.sql<{ tries: number; next_in: number }>(
        "select tries, (extract(epoch from next_at - business_now()) * 1000)::integer as next_in from venue_order where id = $1",
        [id],
      )
    )[0];
  await world.later(30_000);
  const away = vi.spyOn(world.api.app.venue, "find").mockRejectedValueOnce(new Error("away"));
  await world.upkeep("watch-missed-orders");
  away.mockRestore();
  expect(await row()).toEqual({ tries: 0, next_in: 60_000 });
});

describe("a hedge", () => {
  const live = () => contextFor({ ...world.api.app, mode: "live" }, { actor: { kind: "worker" }, requestId: "test" });
  const buys = async () => {
    const bill = await world.api.bill();
    await world.pay(bill);
  };

  test("that was refused is tried again after half a minute, no millisecond earlier", async () => {
    await world.api.control("venue", { fault: "reject", count: 1 });
    await buys();
    await world.later(HEDGE_RETRY - 1);
    expect(await findHedgesDue(world.worker)).toEqual([]);
    await world.later(1);
    expect(await findHedgesDue(world.worker)).toEqual([{ base: "BTC", fiat: "EUR" }]);
    await world.work();
  });

  test("of a live house waits half a minute after the one before, no millisecond less", async () => {
    await buys();
    await world.later(1);
    await world.api.control("venue", { fault: "reject", count: 1 });
    await buys();
    await world.later(HEDGE_RETRY);
    await world.clock.sql(
      "update venue_order set created_at = business_now() - $1 * interval '1 millisecond' where purpose = 'HEDGE' and status = 'REFUSED'",
      [HEDGE_POOL - 1],
    );
    expect(await findHedgesDue(live())).toEqual([]);
    await world.later(1);
    expect(await findHedgesDue(live())).toEqual([{ base: "BTC", fiat: "EUR" }]);
    await world.work();
  });
});

describe("what the book has earned goes to the result", () => {
  const swept = async () =>
    (await world.clock.sql("select 1 from ledger_transaction where event = 'result.swept'")).length;

  test("in the first hour of a business day alone", async () => {
    const bill = await world.api.bill();
    await world.pay(bill);
    const now = async () => (await world.worker.now()).getTime();
    await world.later(DAY - ((await now()) % DAY) - 1);
    await world.upkeep("sweep-results");
    expect(await swept()).toBe(0);
    await world.later(1);
    await world.later(HOUR);
    await world.upkeep("sweep-results");
    expect(await swept()).toBe(0);
    await world.later(DAY - 1);
    await world.upkeep("sweep-results");
    expect(await swept()).toBe(1);
  });
});
