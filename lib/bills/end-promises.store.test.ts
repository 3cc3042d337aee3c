import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FrozenClock, frozenClock } from "#e2e/world/frozen-clock.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { followChains } from "#lib/chains/follow.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { watcher } from "#lib/worker/due.ts";
import { endDuePromises } from "./end-promises.ts";

// A promise that the clock ends is counted behind its bill's lock: by what others have written of it until then.

let world: World;
let clock: FrozenClock;
let beside: pg.Client;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  clock = await frozenClock(world);
  beside = new pg.Client(world.databaseUrl);
  await beside.connect();
});
afterAll(async () => {
  await beside.end();
  await clock.end();
  await world.close();
});

test("a payment that is seen as its bill expires is promised its price, though its bill was being taken down", async () => {
  const start = Date.now() + 60_000;
  await clock.at(start);
  const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  const { deposit_address: address, paymentId, expiryTime } = await world.bill({ fiatReceivable: Decimal.from("600") });
  await world.settle();
  await clock.at(expiryTime);
  await sendDeposit(worker, { address, quantity: Decimal.from("0.004") });
  // The clock is read once the statement has its view of the rows: no planner reads a volatile one.
  await beside.query(`create or replace function business_now() returns timestamptz language plpgsql volatile as $$
    begin
      if current_query() like '%promise_due_at < business_now()%order by promise_due_at%' then
        perform pg_advisory_lock_shared(77);
        perform pg_advisory_unlock_shared(77);
      end if;
      return (select at from public.frozen_clock);
    end $$`);
  await beside.query("select pg_advisory_lock(77)");
  let ended: Promise<number> | undefined;
  await worker.transaction(async (tx) => {
    await followChains(tx, watcher);
    await clock.set(new Date(expiryTime + 1));
    ended = endDuePromises(worker);
    await expect.poll(waitsForTurn, { timeout: 20_000 }).toBe(true);
  });
  await beside.query("select pg_advisory_unlock(77)");
  expect(await ended).toBe(1);
  const { rows } = await beside.query("select promised_units::text as promised from bill where id = $1", [paymentId]);
  expect(rows).toEqual([{ promised: "400000" }]);
  expect(await world.broken()).toEqual([]);
});

async function waitsForTurn(): Promise<boolean> {
  const { rows } = await beside.query(
    "select from pg_locks where locktype = 'advisory' and objid = 77 and not granted",
  );
  return rows.length > 0;
}
