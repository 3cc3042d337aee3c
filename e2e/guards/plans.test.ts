import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { casesSql } from "#lib/cases/facts-store.ts";
import { countCases, firstCaseRows, lastSettled, type Waits } from "#lib/cases/store.ts";
import { sealAudit } from "#lib/audit/seal.ts";
import { unsealedLines } from "#lib/audit/seal-store.ts";
import { auditKinds, listAuditRows } from "#lib/audit/store.ts";
import { blockAt } from "#lib/chains/simulated.sql.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { readHouseAccounts } from "#lib/liquidity/quality-store.ts";
import { movementsOf } from "#lib/ledger/statement-store.ts";
import { billsOf, readCustomers } from "#lib/customers/store.ts";
import { listPayments, summarise } from "#lib/payments/store.ts";
import { readGivenAway, readHabits } from "#lib/overview/given-away-store.ts";
import { readInventory } from "#lib/inventory/store.ts";
import { entriesAtPlace, heldEverywhere, venueFractions } from "#lib/places/store.ts";
import { readOutcomes } from "#lib/overview/outcomes-store.ts";
import { overviewJson } from "#lib/overview/overview-store.ts";
import { countUntold } from "#lib/screening/store.ts";
import { readWallets } from "#lib/wallets/wallet-store.ts";
import { deliveriesOf } from "#lib/webhooks/delivery-store.ts";
import { isBehind } from "#lib/webhooks/fan-out.sql.ts";

// What is asked again and again finds its rows by an index, however many there are and however few of them it wants.

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.pay(await world.bill(), Decimal.from("0.001"));
  await sealAudit(world.ctx);
  owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await owner.query("begin");
  await many("event", "'seq', 1000000 + i, 'id', gen_random_uuid(), 'object_id', gen_random_uuid()");
  await many("bill", `'id', ${ID}`);
  await many("deposit", `'id', gen_random_uuid(), 'bill_id', ${ID}, 'tx_hash', 'copy' || i`);
  await many("audit", "'seq', 1000000 + i");
  await many(
    "audit_seal",
    "'id', 10 + i, 'sealed_at', now() - i * interval '1 minute', 'lines', format('{[%s,%s)}', i, i + 1)",
  );
  await owner.query(`alter table case_entry disable trigger user;
    insert into case_file (account_id, case_id, updated_at) select id, 'late', now() from account where name = 'acme';
    insert into case_entry (id, account_id, case_id, actor, action) select gen_random_uuid(), account_id, case_id, 'test', 'NOTED'
    from case_file cross join generate_series(1, 20000); analyze case_entry`);
  await many("ledger_transaction", `'id', ${ID}, 'effect_key', 'copy' || i`);
  await many("posting", `'id', 1000000 + i, 'transaction_id', ${ID}`);
  await many("sandbox_transfer", "'tx_hash', 'copy' || i");
  await owner.query(
    "update webhook_cursor set tx = e.tx, seq = e.seq from event e where e.seq = (select max(seq) from event)",
  );
});
afterAll(async () => {
  await owner.query("rollback");
  await owner.end();
  await world.close();
});

const ID = "'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')";

/** So many copies of one row, of which the planner then knows. */
async function many(table: string, own: string): Promise<void> {
  await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(`insert into ${table} overriding system value select n.* from (select t from ${table} t limit 1) s cross join generate_series(1, 20000) i
    cross join lateral jsonb_populate_record(s.t, jsonb_build_object(${own})) n`);
  await owner.query(`analyze ${table}`);
}

/** Has every row be so, whatever the table allows; until the savepoint before it. */
async function makeAll(table: string, change: string): Promise<void> {
  await owner.query(`alter table ${table} disable trigger user; do $$ declare one name; begin
    for one in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'c' loop
      execute format('alter table ${table} drop constraint %I', one);
    end loop;
  end $$`);
  await owner.query(`update ${table} set ${change}`);
  await owner.query(`analyze ${table}`);
}

/** The tables of which a statement reads every row. */
async function readWhole(text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
  return rows.flatMap(
    (row) =>
      / Seq Scan on (event|bill|deposit|audit|audit_seal|case_entry|sandbox_transfer|ledger_transaction|posting|webhook_delivery) /u.exec(
        row["QUERY PLAN"],
      )?.[1] ?? [],
  );
}

/** A statement as it is sent. */
async function sentBy(ask: (db: Db) => Promise<unknown>): Promise<[string, unknown[]]> {
  const sent: [string, unknown[]][] = [];
  const $queryRawTyped = async ({ sql, values }: Prisma.Sql) => {
    sent.push([sql, values]);
    return [];
  };
  await ask({ $queryRawTyped } as unknown as Db);
  return sent[0] ?? ["", []];
}

/** A statement that is put together, as it is sent; nothing comes back to whoever sends it. */
async function composedBy(ask: (db: Db) => Promise<unknown>): Promise<[string, unknown[]]> {
  const sent: Prisma.Sql[] = [];
  const $queryRaw = async (...given: Parameters<typeof Prisma.sql>) => {
    sent.push(Prisma.sql(...given));
    return [];
  };
  await ask({ $queryRaw } as unknown as Db).catch(() => undefined);
  const { text = "", values = [] } = sent[0] ?? {};
  return [text, values];
}

test("whether the webhooks are behind the events", async () => {
  expect(await readWhole(...(await sentBy((db) => isBehind(db))))).toEqual([]);
});

test("a simulated block, and whether it holds anything", async () => {
  const [text, values] = await sentBy((db) => blockAt(db, { network: "bitcoin", height: 1 }));
  expect(await readWhole(text, values)).toEqual([]);
});

const reader = { userId: undefined, everybody: false, decides: [], standsIn: false, lists: [] };
const casesOf = () => ({ accountId: world.ctx.account?.id ?? "", now: new Date(), reader });

test("an account's cases", async () => {
  const { text, values } = casesSql(casesOf());
  expect(await readWhole(text, values)).toEqual([]);
});

test("how many cases each page says there are, and one of them alone", async () => {
  expect(await readWhole(...(await composedBy((db) => countCases(db, casesOf()))))).toEqual([]);
  const one = casesSql(casesOf(), [`overpaid-${randomUUID()}`]);
  expect(await readWhole(one.text, one.values)).toEqual([]);
});

test.each([
  ["the newest cases, of which a bell shows five", "newest", "Index Scan"],
  ["the cases due next, of which the overview shows four", "due", "Index Scan Backward"],
] as const)("%s", async (_name, first, scan) => {
  const rest = { valuation: { fiat: "EUR", bids: {} }, waits: {} as Waits, filter: { state: "OPEN" } } as const;
  const [text, values] = await composedBy((db) => firstCaseRows(db, { ...casesOf(), ...rest }, first, 5));
  expect(await readWhole(text, values)).toEqual([]);
  // Many got too little, or as many too much: each kind by its own index, in the order that is shown.
  for (const [index, change] of [
    ["bill_too_little_newest", "quantity_units = amount_units * 2, expires_at = created_at"],
    ["bill_too_much_newest", "quantity_units = amount_units / 2"],
  ]) {
    await owner.query("savepoint many");
    await makeAll("bill", `${change}, last_treated_at = created_at, received_units = amount_units`);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>({ text: `explain (costs off) ${text}`, values });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(new RegExp(`Limit\\n\\s+->  Nested Loop Anti Join\\n\\s+->  ${scan} using ${index}`, "u"));
    await owner.query("rollback to savepoint many");
  }
});

test("what came to the house's accounts in a period: sums of ranges, and postings at its edges one by one", async () => {
  const now = new Date();
  const [text, values] = await sentBy((db) => readHouseAccounts(db, new Date(now.getTime() - 86_400_000), now));
  expect(await readWhole(text, values)).toEqual([]);
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({ text: `explain (costs off) ${text}`, values });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/on posting_range_house/u);
  expect(plan).toMatch(/Index Scan using posting_pkey on posting/u);
});

test("what an account's audit record can be filtered by: a step of an index for each", async () => {
  const [text, values] = await sentBy((db) => auditKinds(db, world.ctx.account?.id ?? ""));
  expect(await readWhole(text, values)).toEqual([]);
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({
    text: `explain (analyze, costs off) ${text}`,
    values,
  });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index Only Scan using audit_kinds/u);
  expect(plan).not.toMatch(/rows=\d{3,}/u);
});

test("a page of an account's audit record: its own lines, from wherever its range ends", async () => {
  const { id: accountId = "" } = world.ctx.account ?? {};
  await owner.query(`savepoint many; update audit set at = now() - seq % 90 * interval '1 day', account_id = case seq % 50 when 0 then '${accountId}'::uuid
    else (select id from account where name = 'other') end where seq > 1000000; analyze audit`);
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  for (const filter of [{}, { startTime: days(1.5) }, { startTime: days(80.5), endTime: days(79.5) }])
    for (const before of [undefined, 1_019_000n]) {
      const statement = await composedBy((db) => listAuditRows(db, { accountId, filter, before, limit: 10 }));
      expect(await mostRows(statement)).toBeLessThan(15);
    }
  await owner.query("rollback to savepoint many");
});

/** So many rows the widest step of a statement has. */
async function mostRows([text, values]: [string, unknown[]]): Promise<number> {
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({
    text: `explain (analyze, costs off, timing off) ${text}`,
    values,
  });
  return Math.max(
    ...rows.flatMap((row) =>
      [...row["QUERY PLAN"].matchAll(/(?:actual rows=|Removed by Filter: )(\d+)/gu)].map((found) => Number(found[1])),
    ),
  );
}

test("what no seal covers: not by reading every seal that was ever made", async () => {
  const statement = await sentBy((db) => unsealedLines(db, 10));
  expect(await readWhole(...statement)).toEqual([]);
  await owner.query("delete from audit where seq > 1000000");
  expect(await mostRows(statement)).toBeLessThan(100);
});

test("when the last case of an account was settled: the last of an index each", async () => {
  await owner.query(
    "update deposit set reason_code = 'RECEIVE_AS_IS', reason = '', reason_facts = '{}'; analyze deposit",
  );
  const statement = await sentBy((db) => lastSettled(db, world.ctx.account?.id ?? ""));
  expect(await readWhole(...statement)).toEqual([]);
  expect(await mostRows(statement)).toBeLessThan(10);
});

test.each([
  ["-value", { EUR: "1", USD: "0.9" }, {}],
  ["value", { EUR: "1" }, {}],
  ["-fiatReceivable", {}, {}],
  ["-quantity", {}, {}],
  ["quantity", {}, { cryptoType: "BCH" as const }],
  ["-quantityReceived", {}, { cryptoType: "USDT" as const, networkType: "tron" as const }],
  ["difference", {}, { cryptoType: ["BCH" as const, "USDC" as const] }],
])("a page of bills by %s: of each asset no more than it holds, wherever it begins", async (sort, rates, filter) => {
  const { id: accountId = "" } = world.ctx.account ?? {};
  const app = { database: {} } as App;
  for (const after of [undefined, { key: "100", id: "00000000-0000-7000-8000-000000010000" }]) {
    const sent: Prisma.Sql[] = [];
    const $queryRaw = async (statement: Prisma.Sql) => {
      sent.push(statement);
      return [];
    };
    const query = { accountId, filter, sort, rates, limit: 10, after };
    await listPayments({ db: { $queryRaw } as unknown as Db, app } as Ctx, query, new Date());
    const { text = "", values = [] } = sent[0] ?? {};
    expect(await readWhole(text, values)).toEqual([]);
    expect(await mostRows([text, values])).toBeLessThan(15);
  }
});
/** So many blocks a statement reads. */
async function hits(text: string, values: unknown[]): Promise<number> {
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({
    text: `explain (analyze, buffers, timing off) ${text}`,
    values,
  });
  return Number(/Buffers: shared hit=(\d+)/u.exec(rows.map((row) => row["QUERY PLAN"]).join("\n"))?.[1]);
}

test("a statement of a period that is past: no posting of later", async () => {
  const { id: accountId = "" } = world.ctx.account ?? {};
  await owner.query(
    `savepoint many; insert into posting_range (last_id, after_id, earliest, latest) values (1020000, 0, now() - interval '1 day', now())`,
  );
  const days = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const query = { accountId, filter: { startTime: days(9), endTime: days(8) }, before: undefined, limit: 10 };
  expect(await mostRows(await composedBy((db) => movementsOf(db, query)))).toBeLessThan(100);
  await owner.query("rollback to savepoint many");
});

/** What the planner makes of a condition over all bills. */
async function planOf(condition: string): Promise<string> {
  const text = `explain (verbose, costs off) select count(*) from bill b where ${condition}`;
  const { rows } = await owner.query<{ "QUERY PLAN": string }>(text);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test("prices still promised: the planner writes the rule out, and asks further only of bills whose time is over", async () => {
  const plan = await planOf("still_promises(b, now())");
  expect(plan).not.toMatch(/still_promises\(/u);
  expect(plan).toMatch(/promise_due_at >= now\(\)\) OR promise_outlasts\(/u);
});

test("what invoices can take: the planner writes the rule out, and calls nothing for each bill", async () => {
  const plan = await planOf("exists (select from convertible_deposits(b))");
  expect(plan).toMatch(/deposit d\n/u);
  expect(plan).not.toMatch(/convertible_deposits\(/u);
});

test("what waits to be converted: read from two indexes that hold nothing else", async () => {
  await owner.query("savepoint many; set local enable_seqscan = off; set local enable_bitmapscan = off");
  await makeAll("bill", "unconverted_units = amount_units, locked_units = 0");
  await makeAll("deposit", "unconverted_units = quantity_units, locked_units = 0, reserved_units = 0");
  const accountId = world.ctx.account?.id ?? "";
  const [text, values] = await sentBy((db) => overviewJson(db, accountId, new Date()));
  const { rows } = await owner.query<{ "QUERY PLAN": string }>({ text: `explain (costs off) ${text}`, values });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index Only Scan using deposit_convertible/u);
  expect(plan).toMatch(/Index Only Scan using bill_convertible/u);
  await owner.query("rollback to savepoint many");
});

test("what promises gave away: bills and sales of a period are read at once, and nothing for each bill", async () => {
  const now = new Date();
  const from = new Date(now.getTime() - 86_400_000);
  for (const read of [(db: Db) => readGivenAway(db, from, now), (db: Db) => readHabits(db, from, now, 1)]) {
    const [text, values] = await sentBy(read);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>({
      text: `explain (analyze, buffers, costs off, timing off) ${text}`,
      values,
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(Math.max(...[...plan.matchAll(/loops=(\d+)/gu)].map(([, loops]) => Number(loops)))).toBeLessThan(100);
    // A look at the clock for each bill is a block for each.
    expect(Number(/Buffers: shared hit=(\d+)/u.exec(plan)?.[1])).toBeLessThan(10_000);
  }
});

test("outcomes, customers, one of them and the sums of a list: sums of days, and bills of none that is over", async () => {
  await owner.query(`savepoint many; update bill set created_at = now() - interval '10 days', expires_at = now() - interval '9 days', subaccount = 's'
    where id <= '00000000-0000-7000-8000-000000020000'; select sum_bill_days('2000-01-01', utc_day(now() - interval '5 days'));
    update bill_day_reach set closed = utc_day(now() - interval '5 days'); analyze bill; analyze bill_day`);
  const { id: accountId = "" } = world.ctx.account ?? {};
  const [startTime, now] = [new Date(Date.now() - 20 * 86_400_000), new Date()];
  const list = { accountId, filter: { startTime }, fiat: "EUR", rates: [], now, limit: 10, after: undefined } as const;
  const one = { accountId, subaccount: "s", from: startTime, to: now, now };
  for (const statement of [
    await composedBy((db) => readCustomers(db, { ...list, sort: { by: "value", descending: true } })),
    await composedBy((db) => summarise(db, list, now)),
    await sentBy((db) => readOutcomes(db, { accountId, from: startTime, now })),
    await sentBy((db) => billsOf(db, one)),
  ])
    expect(await mostRows(statement)).toBeLessThan(100);
  await owner.query("rollback to savepoint many");
});

test("what a list of wallets says: sums of a hundred addresses each, and addresses of none", async () => {
  await owner.query("savepoint many");
  await many(
    "deposit_address",
    `'id', gen_random_uuid(), 'bill_id', ${ID}, 'index', 1000 + i, 'script', 'c0' || to_hex(i), 'address', i`,
  );
  await owner.query(`insert into wallet_block select b.wallet_id, b.nth, c.* from (select distinct wallet_id, index / 100 as nth
    from deposit_address where index >= 1000) b cross join lateral counted_block(b.wallet_id, b.nth) c on conflict do nothing; analyze wallet_block`);
  expect(await mostRows(await sentBy((db) => readWallets(db)))).toBeLessThan(1_000);
  await owner.query("rollback to savepoint many");
});

test("what a day takes from a venue, and what lies there beyond the books: sums of days, and trades of one of them", async () => {
  const inventory = await sentBy((db) => readInventory(db, new Date(Date.now() + 60_000)));
  const fractions = await sentBy((db) => venueFractions(db, [{ code: "venue:sandbox", asset: "BTC", units: 0n }]));
  const before = [await hits(...inventory), await hits(...fractions)];
  await many("venue_order", `'id', ${ID}, 'client_ref', 'copy' || i`);
  await many("venue_trade", `'trade_id', 'copy' || i, 'order_id', ${ID}, 'at', now() - interval '10 days'`);
  const after = [await hits(...inventory), await hits(...fractions)];
  for (const [nth, blocks] of after.entries()) expect(blocks).toBeLessThan((before[nth] ?? 0) + 100);
});

test("a page of what moved at a place: as many postings as it shows, and what lay there: sums of ranges", async () => {
  const lying = { code: "custody:bitcoin", assets: ["BTC"] as const };
  await owner.query(`savepoint many; update posting set ledger_account_id = l.id, asset = l.asset from ledger_account l
    where l.code = 'custody:bitcoin' and l.asset = 'BTC' and posting.id > 1000000; analyze posting`);
  const period = { from: new Date(0), to: new Date(Date.now() + 60_000), before: undefined };
  const page = await sentBy((db) => entriesAtPlace(db, { ...lying, ...period, count: 101 }));
  expect(await hits(...page)).toBeLessThan(5_000);
  expect(await readWhole(...(await sentBy((db) => heldEverywhere(db, new Date(0)))))).toEqual([]);
  await owner.query("rollback to savepoint many");
});

test("an endpoint's deliveries that were given up: not among all that arrived", async () => {
  const endpointId = randomUUID();
  await owner.query(
    `insert into webhook_endpoint (id, account_id, url, secret_sealed, created_at, updated_at)
     select '${endpointId}', id, 'https://shop.example/hook', '', now(), now() from account where name = 'acme'`,
  );
  await owner.query(`insert into webhook_delivery (id, endpoint_id, event_seq, status, created_at)
    select gen_random_uuid(), '${endpointId}', seq, 'DELIVERED', now() from event; analyze webhook_delivery`);
  const query = { endpointId, filter: { status: "FAILED" as const }, before: undefined, limit: 100 };
  expect(await readWhole(...(await sentBy((db) => deliveriesOf(db, query))))).toEqual([]);
});

test("of how many deposits no node told who paid: those alone are read", async () => {
  await owner.query("update deposit set senders_told = true; analyze deposit");
  const [text, values] = await sentBy((db) => countUntold(db, new Date(0)));
  expect(await readWhole(text, values)).toEqual([]);
});

test("a statement that reads a whole table is found out", async () => {
  const text = "select exists (select from event e, webhook_cursor c where (e.tx, e.seq) > (c.tx, c.seq))";
  expect(await readWhole(text, [])).toEqual(["event"]);
});
