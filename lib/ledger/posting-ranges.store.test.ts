import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { testCluster } from "#e2e/world/database.ts";
import { extendPostingRanges } from "./extend-ranges.ts";
import { balancesAt, extendRanges } from "./statement-store.ts";

// What ranges of postings say serves balances of any instant (rulebook 8.12), and never makes one wrong.

const HOUR = 3_600_000;
const SIZE = 7;
let world: World;
let ruler: pg.Client;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ruler = new pg.Client((await testCluster()).urlFor("postgres", new URL(world.databaseUrl).pathname.slice(1)));
  await ruler.connect();
  for (let nth = 0; nth < 6; nth += 1) {
    await world.bill().then((bill) => world.pay(bill, bill.quantity));
    await world.later(5 * HOUR);
  }
});
afterAll(async () => {
  await ruler.end();
  await world.close();
});

const count = async (sql: string): Promise<number> =>
  Number((await ruler.query<{ count: string }>(sql)).rows[0]?.count);
const rangeCount = () => count("select count(*) from posting_range where last_id > 0");
/** Sums up what there is; transactions of other databases of the server are waited for as well. */
async function cover(): Promise<void> {
  const all = await count(`select max(id) / ${SIZE} as count from posting`);
  await expect.poll(() => extendRanges(world.ctx.db, SIZE, 100).then(rangeCount), { timeout: 60_000 }).toBe(all);
  await extendRanges(world.ctx.db, SIZE, 100);
}

/** Balances at many instants, and the postings before each added up. */
async function bothWays(): Promise<[read: string[], counted: string[]]> {
  const accountId = world.ctx.account?.id ?? "";
  const { rows: times } = await ruler.query<{ at: Date }>("select distinct at from ledger_transaction order by at");
  const instants = times.flatMap(({ at }) => [at, new Date(at.getTime() + 1)]);
  const read = (await balancesAt(world.ctx.db, accountId, instants))
    .filter(({ units }) => units !== 0n)
    .map(({ asset, kind, nth, units }) => `${nth} ${asset} ${kind} ${units}`);
  const { rows } = await ruler.query<{ line: string }>(
    `select i.nth || ' ' || l.asset || ' ' || split_part(l.code, ':', 3) || ' ' || sum(p.amount) as line
      from unnest($1::timestamptz[]) with ordinality i(at, nth) join ledger_account l on l.account_id = $2
      join posting p on p.ledger_account_id = l.id join ledger_transaction t on t.id = p.transaction_id and t.at < i.at
      group by i.nth, l.id having sum(p.amount) <> 0`,
    [instants, accountId],
  );
  return [read.toSorted(), rows.map(({ line }) => line).toSorted()];
}

test("balances are the same with no range, with all of them, and with postings of other times among them", async () => {
  const [before, counted] = await bothWays();
  expect(counted.length).toBeGreaterThan(20);
  expect(before).toEqual(counted);
  await cover();
  expect(await rangeCount()).toBeGreaterThan(3);
  expect((await bothWays())[0]).toEqual(counted);
  // A clock that went back and forth: ranges that are made of such postings hold for them.
  const moved = (by: string, every: number) => `update ledger_transaction set at = at + interval '${by}'
    where account_id = '${world.ctx.account?.id}' and id in (select transaction_id from posting where id % ${every} = 0)`;
  await ruler.query(`set session_replication_role = replica; delete from posting_range where last_id > 0;
    ${moved("-13 hours", 5)}; ${moved("9 hours", 7)}`);
  await cover();
  const [read, counted2] = await bothWays();
  expect(counted2).not.toEqual(counted);
  expect(read).toEqual(counted2);
});

test("without any range, or with the last of them gone, balances are what they were", async () => {
  const [, counted] = await bothWays();
  await ruler.query(`begin; set local session_replication_role = replica;
    delete from posting_range where last_id = (select max(last_id) from posting_range); commit`);
  expect((await bothWays())[0]).toEqual(counted);
  await ruler.query("begin; set local session_replication_role = replica; delete from posting_range; commit");
  expect((await bothWays())[0]).toEqual(counted);
  await ruler.query("insert into posting_range (last_id, earliest, latest) values (0, 'infinity', '-infinity')");
});

test("no range is made while a transaction is open that may still post into it", async () => {
  await world.bill().then((bill) => world.pay(bill, bill.quantity));
  const open = new pg.Client(world.databaseUrl);
  await open.connect();
  await open.query("begin; select pg_current_xact_id()");
  for (let round = 0; round < 6; round += 1) await extendRanges(world.ctx.db, SIZE, 100);
  expect(await rangeCount()).toBe(0);
  await open.query("commit");
  await open.end();
  await cover();
});

test("none between two others can go, and the program writes none but by the function that sums up", async () => {
  await expect(
    ruler.query(`set session_replication_role = origin; delete from posting_range where last_id = ${SIZE}`),
  ).rejects.toThrow(/foreign key/);
  for (const sql of [
    "delete from posting_range",
    "update posting_range set latest = 'infinity'",
    "insert into posting_reach (upto) values (9)",
  ])
    await expect(world.ctx.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/);
});

test("what another server has left of its work is begun anew", async () => {
  await ruler.query(`delete from posting_reach; insert into posting_reach (upto, seen) values (9, '9000000000')`);
  await extendRanges(world.ctx.db, SIZE, 100);
  expect(await count("select count(*) from posting_reach")).toBe(0);
});

test("the worker makes ranges of some thousand postings", async () => {
  await extendPostingRanges(world.ctx);
  expect(await count("select count(*) from posting_reach")).toBe(0);
});
