import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { claimOrRead, completeRow, readClaim } from "./claims.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

test("a request is in flight by the clock that has said until when, however this process's own goes", async () => {
  const accountId = world.ctx.account?.id ?? "";
  const scope = { accountId, method: "POST", path: "/x", key: world.ctx.id() };
  const owner = world.ctx.id();
  expect(await claimOrRead(world.app, { scope, payloadHash: "h", owner })).toEqual({ isMine: true });
  const answer = { body: "{}", headers: {}, status: 200 } as const;
  expect(await completeRow(world.ctx.db, scope, owner, answer, 60)).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  expect(await readClaim(world.ctx.db, scope)).toMatchObject({ payloadHash: "h", isInFlight: true });
});

test("a key of the day before that somebody took while this request waited is not taken a second time", async () => {
  const { pool } = world.app.database;
  const accountId = world.ctx.account?.id ?? "";
  const scopeOf = (key: string) => ({ accountId, method: "POST", path: "/x", key });
  const claim = (key: string) =>
    claimOrRead(world.app, { scope: scopeOf(key), payloadHash: "h", owner: world.ctx.id() });
  const [held, old] = [world.ctx.id(), world.ctx.id()];
  expect(await claim(old)).toEqual({ isMine: true });
  await pool.query("update idempotency set claimed_at = claimed_at - interval '25 hours' where key = $1", [old]);
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query(
    "insert into idempotency (account_id, method, path, key, payload_hash, owner) values ($1, 'POST', '/x', $2, 'h', $3)",
    [accountId, held, world.ctx.id()],
  );
  // Two claims go at once, and those behind them in one statement: it has read the old key when it waits for the held one.
  const all = Promise.all([claim(world.ctx.id()), claim(world.ctx.id()), claim(held), claim(old)]);
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%claimed_at%'",
      );
      return rowCount;
    })
    .toBe(1);
  await pool.query("update idempotency set claimed_at = clock_timestamp(), owner = $2 where key = $1", [
    old,
    world.ctx.id(),
  ]);
  await holder.query("rollback");
  holder.release();
  const mine = { isMine: true };
  expect(await all).toEqual([mine, mine, mine, undefined]);
});
