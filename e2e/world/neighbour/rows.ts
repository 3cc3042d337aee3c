import type pg from "pg";
import { TOUCHES } from "./tables.ts";

/** One row as the database writes it as JSON. */
export type Row = Readonly<Record<string, unknown>>;
/** All rows that touch an account, by table, each as text. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>;
export type Change = { table: string; before: Row | undefined; after: Row | undefined };

const TOUCHED: readonly string[] = Object.keys(TOUCHES);
const union = (tables: readonly string[], each: (table: string, touches: string) => string): string =>
  tables.map((table) => each(table, TOUCHES[table] ?? "false")).join("\nunion all ");

/** Of each of these tables a text that changes when any row of it that touches the account does. */
export async function digestsOf(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  tables: readonly string[] = TOUCHED,
): Promise<ReadonlyMap<string, string | null>> {
  if (tables.length === 0) return new Map();
  const each = (table: string, touches: string) =>
    `select '${table}' as of, md5(string_agg(t::text, E'\\n' order by t::text)) as digest from ${table} t where ${touches}`;
  const { rows } = await client.query<{ of: string; digest: string | null }>(union(tables, each), [accountId]);
  return new Map(rows.map(({ of, digest }) => [of, digest]));
}

/** The same of all tables as one text. */
export async function digestOf(client: Pick<pg.Pool, "query">, accountId: string): Promise<string> {
  // The database may run the parts beside each other and give them in any order.
  return [...(await digestsOf(client, accountId))]
    .map(([of, digest]) => `${of} ${digest}`)
    .toSorted()
    .join("\n");
}

/** All rows of these tables that touch the account as they are now. */
export async function rowsOf(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  tables: readonly string[] = TOUCHED,
): Promise<Rows> {
  const each = (table: string, touches: string) =>
    `select '${table}' as of, to_jsonb(t)::text as row from ${table} t where ${touches}`;
  return byTable(tables, await client.query<Line>(union(tables, each), [accountId]));
}

/** Keeps them in a table `line` of a schema, to be read again by {@link storedRows}. */
export async function keepRows(client: Pick<pg.Pool, "query">, accountId: string, schema: string): Promise<void> {
  await client.query(`create table ${schema}.line (of text not null, row text not null)`);
  for (const [of, rows] of await rowsOf(client, accountId))
    await client.query(`insert into ${schema}.line select $1, unnest($2::text[])`, [of, [...rows]]);
}

export async function storedRows(
  client: Pick<pg.Pool, "query">,
  schema: string,
  tables: readonly string[],
): Promise<Rows> {
  const lines = await client.query<Line>(`select of, row from ${schema}.line where of = any($1)`, [tables]);
  return byTable(tables, lines);
}

type Line = { of: string; row: string };

function byTable(tables: readonly string[], { rows }: { rows: Line[] }): Rows {
  const found = new Map<string, Set<string>>(tables.map((table) => [table, new Set()]));
  for (const { of, row } of rows) found.get(of)?.add(row);
  return found;
}

/** Rows that came, went or changed; a changed one is paired by its table's primary key. */
export async function changesBetween(client: Pick<pg.Pool, "query">, before: Rows, after: Rows): Promise<Change[]> {
  const keys = await primaryKeys(client);
  return [...before.keys()].flatMap((table) => {
    const keyOf = (row: Row) => (keys.get(table) ?? []).map((column) => JSON.stringify(row[column])).join(" ");
    const old = missingIn(before.get(table), after.get(table));
    const fresh = missingIn(after.get(table), before.get(table));
    const twins = new Map(fresh.map((row) => [keyOf(row), row]));
    const gone = old.map((row): Change => {
      const twin = twins.get(keyOf(row));
      twins.delete(keyOf(row));
      return { table, before: row, after: twin };
    });
    return [...gone, ...[...twins.values()].map((row): Change => ({ table, before: undefined, after: row }))];
  });
}

function missingIn(these: ReadonlySet<string> = new Set(), those: ReadonlySet<string> = new Set()): Row[] {
  return [...these].filter((row) => !those.has(row)).map((row) => JSON.parse(row) as Row);
}

async function primaryKeys(client: Pick<pg.Pool, "query">): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ of: string; columns: string[] }>(`
    select c.relname as of, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace group by c.relname`);
  return new Map(rows.map(({ of, columns }) => [of, columns]));
}

/** The names of the columns in which two versions of a row differ. */
export function changedColumns(before: Row, after: Row): string[] {
  return Object.keys(after).filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]));
}
