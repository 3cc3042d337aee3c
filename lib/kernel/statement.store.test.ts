import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { connect, type Database, openPool, Prisma } from "./database.ts";
import { sqlState } from "./sql-state.ts";
import { command, type NoValues, query } from "./statement.ts";

const ID = "01890000-0000-7000-8000-000000000000";

let database: FreshDatabase;
let connected: Database;

beforeAll(async () => {
  database = await freshDatabase();
  connected = connect(database.url, 2);
});

afterAll(async () => {
  await connected?.close();
  await database?.drop();
});

const everything = query<{ units?: bigint | null; ids: readonly string[]; bytes: Uint8Array }, Record<string, unknown>>(
  {
    text: () => `select $1::numeric as units, 9007199254740993::int8 as big, 7::int4 as small, 1.5::float8 as float, true as flag,
    'text' as text, $2::uuid[] as ids, array[1, 9007199254740993]::int8[] as bigs, array[0.1, 2]::numeric[] as exact,
    array[]::int8[] as none, '{"a": [1]}'::jsonb as json, $3::bytea as bytes, null::int8 as missing,
    timestamptz '2026-11-22 10:00:00.123+01' as at, date '2026-11-22' as day`,
    values: ["units", "ids", "bytes"],
  },
);

test("a row has the same values outside of a transaction, prepared on the pool, and inside, by Prisma", async () => {
  const values = { units: 10n ** 30n, ids: [ID], bytes: new Uint8Array([1, 255]) };
  const [outside] = await everything(connected.prisma, values);
  const alone = openPool(database.url, 1);
  expect(await everything(alone, values)).toEqual([outside]);
  await alone.close();
  const [inside] = await connected.prisma.$transaction((tx) => everything(tx, values));
  const plain = (row: Record<string, unknown> | undefined) => ({
    ...row,
    bytes: row?.["bytes"] instanceof Uint8Array && [...row["bytes"]],
  });
  expect(plain(outside)).toEqual(plain(inside));
  expect(outside).toMatchObject({
    units: new Prisma.Decimal("1e30"),
    big: 9007199254740993n,
    bigs: [1n, 9007199254740993n],
    none: [],
    missing: null,
    json: { a: [1] },
    at: new Date("2026-11-22T09:00:00.123Z"),
    day: new Date("2026-11-22T00:00:00Z"),
  });
});

test("a value that is left out is null", async () => {
  const [row] = await everything(connected.prisma, { ids: [], bytes: new Uint8Array() });
  expect(row?.["units"]).toBeNull();
});

test("a statement that answers nothing answers how many rows it wrote, and is undone with its transaction", async () => {
  const insert = command<{ ids: readonly string[] }>({
    text: () => "insert into account (id, name) select id, id::text from unnest($1::uuid[]) id on conflict do nothing",
    values: ["ids"],
  });
  const undone = connected.prisma.$transaction(async (tx) => {
    expect(await insert(tx, { ids: [ID] })).toBe(1);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await insert(connected.prisma, { ids: [ID] })).toBe(1);
  expect(await insert(connected.prisma, { ids: [ID] })).toBe(0);
});

test("outside of a transaction it is kept prepared by its connection", async () => {
  const { pool, prisma, nameOf } = connected;
  await everything(prisma, { ids: [], bytes: new Uint8Array() });
  const text = "select count(*)::integer as count from pg_prepared_statements where name = $1";
  const name = nameOf(`select $1::text as named`);
  await Promise.all(
    [1, 2].map(() =>
      query<{ named: string }, { named: string }>({ text: () => "select $1::text as named", values: ["named"] })(
        prisma,
        {
          named: "a",
        },
      ),
    ),
  );
  const { rows } = await pool.query<{ count: number }>(text, [name]);
  expect(rows[0]?.count).toBe(1);
});

test("a connection keeps the plans of what was asked for last, however much is asked for once", async () => {
  const { pool, prisma } = connected;
  const ask = (text: string) => query<NoValues, { one: number }>({ text: () => text, values: [] })(prisma);
  const often = "select 1 as one, 'often' as kept";
  for (let at = 0; at < 450; at += 1) {
    await ask(`select 1 as one, ${at} as nth`);
    if (at % 50 === 0) await ask(often);
  }
  expect(await ask(often)).toMatchObject([{ one: 1 }]);
  const { rows } = await pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.length).toBeLessThanOrEqual(201);
  expect(rows.map(({ statement }) => statement)).toContain(often);
  expect(rows.map(({ statement }) => statement)).not.toContain("select 1 as one, 0 as nth");
});

test("plans are let go of on a connection that waits, so that nobody's statement stands behind another one's", () => {
  const { pool, nameOf } = connected;
  for (let nth = 0; nth < 201; nth += 1) nameOf(`select ${nth} as other`);
  const queries: unknown[] = [];
  // A refusal is answered before the server says that it is ready again; the caller may have released the connection by then.
  const client = { readyForQuery: false, connection: { parsedStatements: { "desk-old": "" } } };
  const acquired = { ...client, query: (statement: unknown) => queries.push(statement) };
  pool.emit("acquire", acquired as unknown as pg.PoolClient);
  expect(queries).toEqual([]);
  acquired.readyForQuery = true;
  pool.emit("acquire", acquired as unknown as pg.PoolClient);
  expect(queries).toEqual([expect.objectContaining({ submit: expect.any(Function) })]);
});

test("what a transaction requests at once goes to its connection one after the other", async () => {
  const { prisma, pool, close } = connect(database.url, 1);
  let most = 0;
  pool.on("acquire", (client) => {
    const ask = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    let running = 0;
    client.query = (async (...all: unknown[]) => {
      running += 1;
      most = Math.max(most, running);
      return await ask(...all).finally(() => (running -= 1));
    }) as typeof client.query;
  });
  const read = (tx: Prisma.TransactionClient) =>
    tx.account.findMany({ where: { id: ID }, include: { bills: true, apiKeys: true, events: true } });
  expect(await prisma.$transaction(read)).toMatchObject([{ id: ID, bills: [], apiKeys: [], events: [] }]);
  expect(most).toBe(1);
  await close();
});

test("a server that takes no changes, as one that a failover has made a standby, is left for the next that does", async () => {
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const takesChanges = (word: "off" | "on") =>
    owner.query(`alter database ${database.name} set default_transaction_read_only = ${word}`);
  await takesChanges("on");
  const { pool, prisma, close } = connect(database.url, 1);
  const fault = await pool.query("select 1").catch((error: unknown) => error);
  expect([sqlState(fault), (fault as Error).message]).toEqual(["25006", expect.stringContaining("takes no changes")]);
  await expect(prisma.account.count()).rejects.toThrow();
  await owner.query(`set default_transaction_read_only = off`);
  await takesChanges("off");
  expect(await prisma.account.count()).toBeGreaterThan(0);
  await close();
  await owner.end();
});
