import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, testCluster } from "#e2e/world/database.ts";
import { UNIQUE, type Unique } from "./unique.ts";

let database: FreshDatabase;
let first: pg.Client;
let second: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  const url = (await testCluster()).urlFor("postgres", database.name);
  [first, second] = [new pg.Client(url), new pg.Client(url)];
  for (const client of [first, second]) {
    await client.connect();
    await client.query("set lock_timeout = '20s'");
  }
});
afterAll(async () => {
  await first?.end();
  await second?.end();
  await database?.drop();
});

type Index = { name: string; definition: string };
/** All unique indexes but those on one column that only names a row. */
async function indexes(): Promise<Index[]> {
  const { rows } = await first.query<Index>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname not like '\\_prisma%' order by 1`);
  return rows.filter(({ definition }) => !/\((id|seq)\)$/.test(definition));
}

test("every unique index stands in the table as the catalogue has it", async () => {
  const found = (await indexes()).map(({ name, definition }) => [
    name,
    definition.replace(/^CREATE UNIQUE INDEX \S+ ON public\.(\w+) USING btree /, "$1 "),
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(UNIQUE).map(([name, { on }]) => [name, on])),
  );
});

type Column = { name: string; type: string; needed: boolean };
/** A value of a column's type; the other of two. */
function sampleOf(type: string, other = false): string {
  const nth = other ? 2 : 1;
  if (type === "uuid") return `00000000-0000-0000-0000-00000000000${nth}`;
  if (type === "bytea") return `\\x0${nth}`;
  if (type === "boolean") return String(other);
  if (type === "jsonb") return "{}";
  if (type.endsWith("[]") || type.endsWith("multirange")) return "{}";
  return type.startsWith("timestamp") || type === "date" ? `2026-01-0${nth}` : String(nth);
}

/** An empty copy of a table with this one index, and the row that two would write into it. */
async function copyOf(name: string, { on, where = {} }: Unique) {
  const table = on.split(" ", 1)[0] ?? "";
  const { definition = "" } = (await indexes()).find((index) => index.name === name) ?? {};
  const index = definition.replace(/INDEX \S+ ON public\.\w+ /, "INDEX copy_key ON copy ");
  await first.query(`drop table if exists copy; create table copy (like public.${table}); ${index}`);
  const { rows } = await first.query<Column>(
    `select attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type, attnotnull as needed
     from pg_attribute a join pg_type t on t.oid = a.atttypid where attrelid = 'copy'::regclass and attnum > 0`,
  );
  const keys = (/\(((?:[^()]|\([^()]*\))*)\)/.exec(on)?.[1] ?? "")
    .replace(/COALESCE\((\w+), \w+\)/, "$1")
    .split(", ")
    .map((key) => key.replace(/^lower\((.*)\)$/, "$1").replace(/ DESC$/, ""));
  const wanted = rows.filter((column) => column.needed || keys.includes(column.name) || column.name in where);
  const row = Object.fromEntries(
    wanted.map(({ name: column, type }) => [column, column in where ? (where[column] ?? null) : sampleOf(type)]),
  );
  const others = wanted
    .filter((column) => keys.includes(column.name) && !(column.name in where))
    .map((column) => ({ ...row, [column.name]: sampleOf(column.type, true) }));
  return { row, others };
}

const insert = (client: pg.Client, row: Record<string, unknown>) =>
  client.query(
    `insert into copy (${Object.keys(row).map((name) => `"${name}"`)}) values (${Object.keys(row).map((_name, at) => `$${at + 1}`)})`,
    Object.values(row),
  );
const stateOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === "fulfilled" ? "stands" : String((outcome.reason as { code?: string }).code);

/** Two write the same key at once: the second waits for the first to commit, or does not. */
async function both(row: Record<string, unknown>): Promise<[string, number]> {
  await first.query("truncate copy");
  await first.query("begin");
  await insert(first, row);
  const later = Promise.allSettled([insert(second, row)]);
  await first.query("commit");
  const [outcome] = await later;
  return [stateOf(outcome), (await first.query("select from copy")).rows.length];
}

test.each(Object.entries(UNIQUE))("%s: of two at once one stands, and without it both", async (name, unique) => {
  const { row, others } = await copyOf(name, unique);
  expect(await both(row)).toEqual(["23505", 1]);
  for (const other of others) await insert(first, other);
  await first.query("drop index copy_key");
  expect(await both(row)).toEqual(["stands", 2]);
});
