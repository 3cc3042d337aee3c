import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { testCluster } from "#e2e/world/database.ts";
import { RUNNING_RULES } from "#lib/check/running.ts";
import { extendPostingRanges } from "./extend-ranges.ts";
import { readHouseAccounts } from "#lib/liquidity/quality-store.ts";
import { balancesAt, entriesOf, extendRanges, movedBetween, movedOfCustomer, movementsOf } from "./statement-store.ts";

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
    await world.bill({ subaccount: nth % 2 ? SHOP : "other-shop" }).then((bill) => world.pay(bill, bill.quantity));
    await world.later(5 * HOUR);
  }
});
afterAll(async () => {
  await ruler.end();
  await world.close();
});

const count = async (sql: string): Promise<number> =>
  Number((await ruler.query<{ count: string }>(sql)).rows[0]?.count);
/** Sums of ranges that are no recount, of any account. */
const miscounted = async () => {
  const rules = RUNNING_RULES.filter(({ name }) => /range of postings.*recount/.test(name));
  expect(rules).toHaveLength(2);
  return (await Promise.all(rules.map(({ sql }) => ruler.query(sql)))).flatMap(({ rows }) => rows);
};
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

/** What moved in each of many periods, by both ways of asking, and every transaction of theirs added up; the same of availables. */
async function movedBothWays(): Promise<[read: string[], counted: string[]]> {
  const accountId = world.ctx.account?.id ?? "";
  const { rows: times } = await ruler.query<{ at: Date }>("select distinct at from ledger_transaction order by at");
  const instants = times.map(({ at }) => at).filter((_, nth) => nth % 3 === 0);
  const read: string[] = [];
  const counted: string[] = [];
  for (const [nth, from] of instants.entries()) {
    const to = instants[Math.min(instants.length - 1, nth * 2)] ?? from;
    if (from > to) continue;
    for (const one of await movedBetween(world.ctx.db, accountId, from, to))
      read.push(`${nth} ${one.subaccount} ${one.asset} ${one.received} ${one.went} ${one.fees}`);
    const opened = await movedOfCustomer(world.ctx.db, { accountId, subaccount: SHOP, from, to });
    for (const one of opened)
      read.push(`${nth} of ${one.asset} ${one.opening} ${one.received} ${one.went} ${one.fees}`);
    const { rows } = await ruler.query<{ line: string }>(COUNTED, [nth, accountId, from, to, SHOP]);
    counted.push(...rows.map(({ line }) => line));
  }
  const { rows } = await ruler.query<{ read: string; added: string }>(AVAILABLE, [accountId, instants]);
  return [
    [...read.toSorted(), ...rows.map(({ read }) => read)],
    [...counted.toSorted(), ...rows.map(({ added }) => added)],
  ];
}
const SHOP = "ranged-shop";
const WHOLE = `with net as (
    select t.id, t.at, coalesce(b.subaccount, 'null') as subaccount, p.asset,
      sum(case when l.code like '%:owed' then -p.amount else p.amount end) filter (where l.account_id = $2::uuid) as net,
      coalesce(sum(p.amount) filter (where l.code in ('house:fee:service', 'house:fee:transaction')), 0) as fee
    from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
    left join bill b on b.id = t.bill_id where t.account_id = $2::uuid and t.at < $4::timestamptz group by 1, 2, 3, 4),
  whole as (select *, at >= $3::timestamptz as within, greatest(net + fee, 0) as came, greatest(-net - fee, 0) as gone from net where net is not null)`;
const COUNTED = `${WHOLE}
  select $1 || ' ' || subaccount || ' ' || asset || ' ' || sum(came) || ' ' || sum(gone) || ' ' || sum(fee) as line
  from whole where within group by subaccount, asset
  union all select $1 || ' of ' || asset || ' ' || sum(case when within then 0 else net end) || ' ' || sum(case when within then came else 0 end)
    || ' ' || sum(case when within then gone else 0 end) || ' ' || sum(case when within then fee else 0 end)
  from whole where subaccount = $5 group by asset`;
const AVAILABLE = `select i.at || ' ' || l.asset || ' ' || available_at($1, l.asset, i.at) as read,
    i.at || ' ' || l.asset || ' ' || coalesce((select sum(p.amount) from posting p join ledger_transaction t on t.id = p.transaction_id
      where p.ledger_account_id = l.id and t.at < i.at), 0) as added
  from unnest($2::timestamptz[]) i(at) join ledger_account l on l.code = 'acc:' || $1::uuid || ':available' order by 1`;

type Entered = Pick<Parameters<typeof entriesOf>[1], "accountId" | "assets" | "from" | "to"> & { of: string | null };
const FEW = 4;

/** What moved in a period, by its ids: of a subaccount, with an empty one of no bill, without one of all; in small pages. */
async function pagesOf({ of, ...query }: Entered): Promise<string[]> {
  const whose = { subaccount: of || undefined, withoutBill: of === "" };
  const found: string[] = [];
  for (let more = true; more; ) {
    const page = await entriesOf(world.ctx.db, { ...query, ...whose, before: found.at(-1), count: FEW });
    found.push(...page.map(({ id }) => String(id)));
    more = page.length > 0;
  }
  return found;
}

/** What moved of an asset in each of many periods, page by page, and every transaction of theirs looked at. */
async function entriesBothWays(): Promise<[read: string[][], counted: string[][]]> {
  const accountId = world.ctx.account?.id ?? "";
  const { rows: times } = await ruler.query<{ at: Date }>("select distinct at from ledger_transaction order by at");
  const last = times.at(-1)?.at ?? new Date();
  const periods = times
    .filter((_, nth) => nth % 4 === 0)
    .map(({ at: from }, nth) => ({ from, to: times[nth * 8 + 1]?.at ?? last }));
  const wanted = periods.flatMap((period) =>
    (["BTC", "EUR"] as const).flatMap((asset) =>
      [null, SHOP, ""].map((of) => ({ accountId, assets: [asset], of, ...period })),
    ),
  );
  const read: string[][] = [];
  const counted: string[][] = [];
  for (const query of wanted) {
    read.push(await pagesOf(query));
    const { assets, of, from, to } = query;
    const { rows } = await ruler.query<{ id: string }>(ENTERED, [assets[0], accountId, from, to, of]);
    counted.push(rows.map(({ id }) => id));
  }
  return [read, counted];
}
const ENTERED = `${WHOLE}
  select (select min(p.id) from posting p where p.transaction_id = w.id)::text as id from whole w
  where within and asset = $1 and (came <> 0 or gone <> 0 or fee <> 0) and ($5::text is null or nullif(subaccount, 'null') is not distinct from nullif($5, '')) order by (select min(p.id) from posting p where p.transaction_id = w.id) desc`;

/** What came to the house in each of many periods, and every posting of theirs added up. */
async function houseBothWays(): Promise<[read: string[], counted: string[]]> {
  const { rows: times } = await ruler.query<{ at: Date }>("select distinct at from ledger_transaction order by at");
  const read: string[] = [];
  const counted: string[] = [];
  for (const [nth, { at: from }] of times.entries()) {
    const to = times[Math.min(times.length - 1, nth * 2)]?.at ?? from;
    if (nth % 3 !== 0 || from > to) continue;
    for (const one of await readHouseAccounts(world.ctx.db, from, to))
      read.push(`${nth} ${one.day} ${one.strategy} ${one.account} ${one.event} ${one.asset} ${one.units}`);
    const { rows } = await ruler.query<{ line: string }>(HOUSE_COUNTED, [nth, from, to]);
    counted.push(...rows.map(({ line }) => line));
  }
  return [read.toSorted(), counted.toSorted()];
}
const HOUSE_COUNTED = `select concat_ws(' ', $1::text, to_char(t.at at time zone 'UTC', 'YYYY-MM-DD'),
    coalesce(b.strategy, case when t.conversion_id is not null then 'INVOICE' else 'POOLED' end), replace(l.code, 'house:', ''), t.event, p.asset, -sum(p.debit)) as line
  from posting p join ledger_account l on l.id = p.ledger_account_id join ledger_transaction t on t.id = p.transaction_id
  left join bill b on b.id = t.bill_id where l.code like 'house:%' and t.at between $2 and $3
  group by to_char(t.at at time zone 'UTC', 'YYYY-MM-DD'), coalesce(b.strategy, case when t.conversion_id is not null then 'INVOICE' else 'POOLED' end), l.code, t.event, p.asset
  having sum(p.debit) <> 0`;

test("balances are the same with no range, with all of them, and with postings of other times among them", async () => {
  const [before, counted] = await bothWays();
  expect(counted.length).toBeGreaterThan(20);
  expect(before).toEqual(counted);
  const [movedBefore, movedCounted] = await movedBothWays();
  expect(movedCounted.length).toBeGreaterThan(50);
  expect(movedBefore).toEqual(movedCounted);
  const [enteredBefore, entered] = await entriesBothWays();
  expect(entered.filter((ids) => ids.length > FEW).length).toBeGreaterThan(5);
  expect(enteredBefore).toEqual(entered);
  const [houseBefore, houseCounted] = await houseBothWays();
  expect(houseCounted.length).toBeGreaterThan(20);
  expect(houseBefore).toEqual(houseCounted);
  await cover();
  expect(await rangeCount()).toBeGreaterThan(3);
  expect((await bothWays())[0]).toEqual(counted);
  expect((await movedBothWays())[0]).toEqual(movedCounted);
  expect((await entriesBothWays())[0]).toEqual(entered);
  expect((await houseBothWays())[0]).toEqual(houseCounted);
  expect(await miscounted()).toEqual([]);
  // A clock that went back and forth: ranges that are made of such postings hold for them.
  const moved = (by: string, every: number) => `update ledger_transaction set at = at + interval '${by}'
    where account_id = '${world.ctx.account?.id}' and id in (select transaction_id from posting where id % ${every} = 0)`;
  await ruler.query(`set session_replication_role = replica; delete from posting_range_sum; delete from posting_range_house; delete from posting_range where last_id > 0;
    ${moved("-13 hours", 5)}; ${moved("9 hours", 7)}`);
  await cover();
  const [read, counted2] = await bothWays();
  expect(counted2).not.toEqual(counted);
  expect(read).toEqual(counted2);
  const [moves, movesCounted] = await movedBothWays();
  expect(movesCounted).not.toEqual(movedCounted);
  expect(await miscounted()).toEqual([]);
  expect(moves).toEqual(movesCounted);
  const [house, houseCounted2] = await houseBothWays();
  expect(houseCounted2).not.toEqual(houseCounted);
  expect(house).toEqual(houseCounted2);
});

test("a statement of any period lists what was posted in it, both its ends included", async () => {
  const accountId = world.ctx.account?.id ?? "";
  const listed = async (filter: { startTime?: Date; endTime?: Date }) =>
    (await movementsOf(world.ctx.db, { accountId, filter, before: undefined, limit: 500 })).map(({ id }) => id);
  const all = await movementsOf(world.ctx.db, { accountId, filter: {}, before: undefined, limit: 500 });
  const times = [...new Set(all.map(({ at }) => at.getTime()))].map((at) => new Date(at));
  expect(times.length).toBeGreaterThan(5);
  for (const startTime of [undefined, ...times])
    for (const endTime of [undefined, ...times]) {
      const isWithin = ({ at }: { at: Date }) => !(startTime && at < startTime) && !(endTime && at > endTime);
      const filter = { ...(startTime && { startTime }), ...(endTime && { endTime }) };
      expect(await listed(filter)).toEqual(all.filter(isWithin).map(({ id }) => id));
    }
});

test("without any range, or with the last of them gone, balances are what they were", async () => {
  const [, counted] = await bothWays();
  const [, movedCounted] = await movedBothWays();
  const [, entered] = await entriesBothWays();
  const [, houseCounted] = await houseBothWays();
  await ruler.query(`begin; set local session_replication_role = replica;
    with gone as (delete from posting_range where last_id = (select max(last_id) from posting_range) returning last_id),
    sums as (delete from posting_range_sum s using gone where s.last_id = gone.last_id)
    delete from posting_range_house s using gone where s.last_id = gone.last_id; commit`);
  expect((await bothWays())[0]).toEqual(counted);
  expect((await movedBothWays())[0]).toEqual(movedCounted);
  expect((await entriesBothWays())[0]).toEqual(entered);
  expect((await houseBothWays())[0]).toEqual(houseCounted);
  await ruler.query(`begin; set local session_replication_role = replica; delete from posting_range_sum;
    delete from posting_range_house; delete from posting_range; commit`);
  expect((await houseBothWays())[0]).toEqual(houseCounted);
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
    "update posting_range_sum set received = 0",
    "update posting_range_house set units = 1",
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
