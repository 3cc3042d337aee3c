import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCluster } from "#e2e/world/database.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { eventsAfter } from "#lib/events/outbox.ts";
import { watcher } from "#lib/worker/due.ts";
import { recover } from "./recover.ts";

/** More than one statement counts. */
const AHEAD = 700_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

/** As a dump that was read into a server which has counted fewer transactions than the one it comes from. */
async function readFromDump(): Promise<void> {
  const superuser = new pg.Client(
    (await testCluster()).urlFor("postgres", new URL(world.databaseUrl).pathname.slice(1)),
  );
  await superuser.connect();
  try {
    const { rows } = await superuser.query<{ shift: string }>(
      `select format('update %I set %2$I = (%2$I::text::bigint + ${AHEAD})::text::xid8', table_name, column_name) as shift
       from information_schema.columns where table_schema = 'public' and udt_name = 'xid8'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    await superuser.query(`set session_replication_role = replica; ${rows.map(({ shift }) => shift).join(";")}`);
  } finally {
    await superuser.end();
  }
}

test("after a dump was read into another server, events come after those before it, and reach who reads on", async () => {
  const before = await world.bill();
  await world.settle();
  await readFromDump();
  const [last] = (
    await world.app.database.pool.query("select tx::text, seq::text from event order by tx desc, seq desc limit 1")
  ).rows;
  const { done } = await recover(world.ctx, watcher, { seen: undefined, margin: 0 });
  expect(done.filter((line) => line.startsWith("transactions: "))).toHaveLength(1);
  const after = await world.bill();
  await world.settle();
  const seen = async (from: { tx: string; seq: string }) =>
    (await eventsAfter(world.ctx, from, 500)).map(({ objectId, type }) => `${objectId} ${type}`);
  expect(await seen(last)).toContain(`${after.paymentId} payment.created`);
  expect(await seen({ tx: "0", seq: "0" })).toContain(`${before.paymentId} payment.created`);
  const again = await recover(world.ctx, watcher, { seen: undefined, margin: 0 });
  expect(again.done.filter((line) => line.startsWith("transactions: "))).toEqual([]);
  expect(await world.broken()).toEqual([]);
});
