import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testCluster } from "#e2e/world/database.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { RUNNING_RULES } from "#lib/check/running.ts";
import { getCustomer } from "#lib/customers/get-customer.ts";
import { listCustomers } from "#lib/customers/list-customers.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getPerformance } from "#lib/overview/get-performance.ts";
import { getOutcomes } from "#lib/overview/get-outcomes.ts";
import { overviewJson } from "#lib/overview/overview-store.ts";
import { getSummary } from "#lib/payments/get-summary.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import { closeBillDays } from "./close-days.ts";

// What bills of a period come to is read from sums of days, and never differs from what they come to one by one.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const d = (text: string) => Decimal.from(text);
let world: World;
let ruler: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ruler = new pg.Client((await testCluster()).urlFor("postgres", new URL(world.databaseUrl).pathname.slice(1)));
  await ruler.connect();
});
afterAll(async () => {
  await ruler.end();
  await world.close();
});

const closed = async () =>
  (await ruler.query<{ day: string }>("select closed::text as day from bill_day_reach")).rows[0]?.day ?? "";
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const summed = async () =>
  Number((await ruler.query<{ count: string }>("select count(*) from bill_day where bills > 0")).rows[0]?.count);

/** Sums up all that is over; transactions of other databases of the server are waited for as well. */
async function closeAll(): Promise<void> {
  const last = dayOf(new Date((await world.ctx.now()).getTime() - HOUR - DAY));
  await expect.poll(() => closeBillDays(world.ctx).then(closed), { timeout: 60_000 }).toBe(last);
}

/** As if no day were summed up. */
async function oneByOne<T>(read: () => Promise<T>): Promise<T> {
  const { rows } = await ruler.query("select closed::text, closing::text, seen::text from bill_day_reach");
  await ruler.query("update bill_day_reach set closed = '-infinity', closing = null, seen = null");
  try {
    return await read();
  } finally {
    await ruler.query(
      "update bill_day_reach set closed = $1::date, closing = $2::date, seen = $3::xid8",
      Object.values(rows[0]),
    );
  }
}

/** What the sums of days are filtered by. */
const NARROWED: Parameters<typeof getSummary>[1][] = [
  {},
  { fiat: "USD" },
  { fiat: ["EUR", "JPY"], cryptoType: "BTC" },
  { networkType: "tron" },
];

async function figures(now: Date) {
  const froms = [89.9, 7, 4.3, 3.01].map((days) => new Date(now.getTime() - days * DAY + 1));
  const midnight = now.getTime() - (now.getTime() % DAY);
  return {
    outcomes: await Promise.all(froms.map((startTime) => getOutcomes(world.ctx, { startTime }))),
    lists: await Promise.all([
      listCustomers(world.ctx, { sort: "subaccount" }),
      listCustomers(world.ctx, { name: "OP 1", sort: "lastBillAt" }),
      ...froms.map((startTime) => listCustomers(world.ctx, { startTime, endTime: new Date(now.getTime() - 2 * DAY) })),
    ]),
    overview: await overviewJson(world.ctx.db, world.ctx.account?.id ?? "", now),
    summaries: await Promise.all(
      [
        ...NARROWED,
        ...froms.map((startTime) => ({ startTime })),
        // To the very end of a day that is summed up, and to within one.
        ...[2, 2.6].map((days) => ({
          startTime: new Date(midnight - 80 * DAY),
          endTime: new Date(midnight - days * DAY),
        })),
      ].map((filter) => getSummary(world.ctx, filter)),
    ),
    deliveries: (await getPerformance(world.ctx, {})).deliveries.text,
    one: await Promise.all(froms.map((startTime) => getCustomer(world.ctx, { subaccount: "shop 1", startTime }))),
  };
}

const miscounted = async () => {
  const rules = RUNNING_RULES.filter(({ name }) => name.startsWith("what a day that is summed up says of its "));
  expect(rules).toHaveLength(3);
  return (await Promise.all(rules.map(({ sql }) => ruler.query(sql)))).flatMap(({ rows }) => rows);
};

/** Answers what all of them have shown. */
async function expectSame(): ReturnType<typeof figures> {
  const now = await world.ctx.now();
  // What reaches to now ends a moment later the second time.
  const apart = <T>(shown: T): T =>
    JSON.parse(JSON.stringify(shown, (key, value) => (key === "endTime" && value >= now.getTime() ? "now" : value)));
  const shown = await figures(now);
  expect(apart(shown)).toEqual(apart(await oneByOne(() => figures(now))));
  expect(await miscounted()).toEqual([]);
  return shown;
}

test("outcomes, customers and one customer are the same whether days are summed up or not, and after bills came out otherwise", async () => {
  const open: MadeBill[] = [];
  for (let day = 0; day < 6; day += 1) {
    const subaccount = day % 2 ? "shop 1" : "shop 2";
    const paid = await world.bill({ subaccount });
    await world.pay(paid, paid.quantity);
    await world.pay(await world.bill({ subaccount, fiat: "USD" }), d("0.005"));
    await world.pay(await world.bill({ subaccount, fiat: "JPY", fiatReceivable: d("20000") }), d("0.0001"));
    open.push(await world.bill({ subaccount }));
    await world.later(DAY + 1_234_567);
  }
  await expectSame();
  expect(await summed()).toBe(0);
  await closeAll();
  expect(await summed()).toBeGreaterThan(10);
  const before = await expectSame();
  expect(before.outcomes[0]?.outcomes.map(({ outcome }) => outcome)).toEqual([...OUTCOMES]);
  // A payment that comes days after its bill has ended; and a bill of that day whose time is not over yet.
  const [late, lasting] = open as [MadeBill, MadeBill];
  await world.pay(late, late.quantity);
  await ruler.query("update bill set expires_at = now() + interval '900 days' where id = $1", [lasting.paymentId]);
  // And more that waits for a decision.
  const pending =
    "update bill set received_units = received_units + 1, pending_units = pending_units + 1 where id = $1";
  await ruler.query(pending, [late.paymentId]);
  const after = await expectSame();
  const countOf = ({ outcomes }: typeof before, wanted: string) =>
    outcomes[0]?.outcomes.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  expect(countOf(after, "LATE")).toBe(countOf(before, "LATE") + 1);
  expect(countOf(after, "OPEN")).toBe(countOf(before, "OPEN") + 1);
  await world.later(3 * DAY);
  await closeAll();
  await expectSame();
});

/** A label more, or one less, and what it has brought: the bill comes out otherwise. */
const OTHERWISE = `update bill set fiat_received_units = fiat_received_units + 1,
    labels = case when 'LATE' = any(labels) then array_remove(labels, 'LATE') else array_append(labels, 'LATE') end
  where id = $1`;

test("a bill that comes out otherwise while its day is about to be summed up, or is being summed up, is in the sums", async () => {
  const { paymentId } = await world.bill();
  await world.later(3 * DAY);
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  // Before it is known that the day is next.
  await client.query("begin");
  await client.query(OTHERWISE, [paymentId]);
  for (let round = 0; round < 6; round += 1) expect(await closeBillDays(world.ctx)).toBe(0);
  await client.query("commit");
  await expectSame();
  await closeAll();
  // When it is, and what may not have known so has ended: then either waits for the other.
  for (const change of [OTHERWISE, "update bill set fiat_received_units = fiat_received_units + 1 where id = $1"]) {
    const { paymentId: next } = await world.bill();
    await world.later(3 * DAY);
    for (let round = 0; round < 2; round += 1) expect(await closeBillDays(world.ctx)).toBe(0);
    expect((await ruler.query("select from bill_day_reach where seen is not null")).rowCount).toBe(1);
    await client.query("begin");
    await client.query(change, [next]);
    for (let round = 0; round < 6; round += 1) expect(await closeBillDays(world.ctx)).toBe(0);
    await client.query("commit");
    await closeAll();
    await expectSame();
  }
});

const TAKEN_BACK = "update fill set reversed_at = now() where id = $1";
/** Sales of the last day that is summed up and has several. */
const salesOfOneDay = async () =>
  (
    await ruler.query<{ ids: string[] }>(
      `select array_agg(id order by id) as ids from fill where reversed_at is null
        and utc_day(filled_at) <= (select closed from bill_day_reach) and deposit_id in (select id from deposit where account_id = $1)
      group by utc_day(filled_at) having count(*) > 1 order by utc_day(filled_at) desc limit 1`,
      [world.ctx.account?.id],
    )
  ).rows[0]?.ids ?? [];

test("what is sold is taken back from its day: also two at once, and while the day is summed up", async () => {
  const before = (await expectSame()).deliveries;
  const [first, second] = [new pg.Client(world.databaseUrl), new pg.Client(world.databaseUrl)];
  await Promise.all([first.connect(), second.connect()]);
  for (const client of [first, second]) onTestFinished(() => client.end());
  const [one, other] = await salesOfOneDay();
  await first.query("begin");
  await first.query(TAKEN_BACK, [one]);
  const waits = second.query(TAKEN_BACK, [other]);
  await expect
    .poll(async () => (await ruler.query("select from pg_locks where not granted")).rowCount, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await first.query("commit");
  await waits;
  const after = (await expectSame()).deliveries;
  expect(after).not.toBe(before);
  // In a block again, which is when it counts as seen.
  await ruler.query(
    `update deposit set first_seen = first_seen - interval '1 hour' where account_id = $1 and id in (select deposit_id from fill
      where reversed_at is null and utc_day(filled_at) <= (select closed from bill_day_reach))`,
    [world.ctx.account?.id],
  );
  expect((await expectSame()).deliveries).not.toBe(after);
  // Of a day that is next to be summed up.
  const bills = [await world.bill(), await world.bill()];
  for (const bill of bills) await world.pay(bill, bill.quantity);
  const sold = (bill?: MadeBill) =>
    ruler.query<{ id: string }>("select id from fill where bill_id = $1", [bill?.paymentId]);
  await world.later(3 * DAY);
  for (let round = 0; round < 2; round += 1) expect(await closeBillDays(world.ctx)).toBe(0);
  await first.query("begin");
  await first.query(TAKEN_BACK, [(await sold(bills[0])).rows[0]?.id]);
  for (let round = 0; round < 6; round += 1) expect(await closeBillDays(world.ctx)).toBe(0);
  await first.query("commit");
  await closeAll();
  await expectSame();
});

test("one that is made late, on a day that is summed up, is in its sums", async () => {
  const { paymentId } = await world.bill({ subaccount: "shop 1" });
  await ruler.query(
    `insert into bill select n.* from bill b cross join lateral jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
      'created_at', b.created_at - interval '5 days', 'expires_at', b.expires_at - interval '5 days')) n where b.id = $1`,
    [paymentId],
  );
  expect(await miscounted()).toEqual([]);
  await expectSame();
});

const MEANWHILE = join(
  import.meta.dirname,
  "../../prisma/migrations/20261209150000_days_closed_meanwhile/migration.sql",
);

test("a day that a worker of the edition before sums up while the sums are first made is waited for, and counted", async () => {
  await expectSame();
  const [worker, migrating] = [new pg.Client(world.databaseUrl), new pg.Client(world.databaseUrl)];
  await Promise.all([worker.connect(), migrating.connect()]);
  for (const client of [worker, migrating]) onTestFinished(() => client.end());
  await worker.query("begin; select from bill_day_reach for update");
  const waits = migrating.query(`begin; ${readFileSync(MEANWHILE, "utf8")} commit`);
  await expect
    .poll(async () => (await ruler.query("select from pg_locks where not granted")).rowCount, { timeout: 30_000 })
    .toBeGreaterThan(0);
  // It has written of its last days neither what their bills come to nor what was delivered; of one a bill has changed since.
  const last = "(select distinct day from bill_day where account_id = $1 order by day desc limit 3)";
  for (const table of ["bill_amount_day", "delivery_day"]) {
    const values = [world.ctx.account?.id];
    expect((await worker.query(`delete from ${table} where day in ${last}`, values)).rowCount).toBeGreaterThan(0);
  }
  await worker.query(
    `update bill set fiat_received_units = fiat_received_units + 1 where id = (select b.id from bill b join bill_day d
      on d.account_id = b.account_id and d.day = utc_day(b.created_at) where b.account_id = $1 order by b.created_at desc limit 1)`,
    [world.ctx.account?.id],
  );
  await worker.query("commit");
  await waits;
  await expectSame();
});

test("the program writes no sums but by what is summed up", async () => {
  for (const sql of [
    "update bill_day set bills = 0",
    "update bill_day_reach set closed = 'infinity'",
    "delete from bill_day",
  ])
    await expect(world.ctx.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/);
});

test("what another server has left of its work is begun anew", async () => {
  await world.later(3 * DAY);
  await closeBillDays(world.ctx);
  await ruler.query("update bill_day_reach set seen = '9000000000'");
  await closeAll();
  await expectSame();
});
