import type pg from "pg";
import { TOUCHES } from "./tables.ts";

/** One row as the database writes it as JSON. */
export type Row = Readonly<Record<string, unknown>>;
/** All rows that touch an account, by table, each as text. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>;
export type Change = { table: string; before: Row | undefined; after: Row | undefined };

const tables = Object.entries(TOUCHES);
const union = (each: (table: string, touches: string) => string): string =>
  tables.map(([table, touches]) => each(table, touches)).join("\nunion all ");

export const DIGESTS = union(
  (table, touches) =>
    `select '${table}' as of, md5(string_agg(t::text, E'\\n' order by t::text)) as digest from ${table} t where ${touches}`,
);
const COUNTS = union(
  (table, touches) =>
    `select '${table}' as of, count(*)::integer as rows, count(*) filter (where age(t.xmin) <= age($2::xid))::integer as fresh from ${table} t where ${touches}`,
);
const ROWS = union(
  (table, touches) => `select '${table}' as of, to_jsonb(t)::text as row from ${table} t where ${touches}`,
);

/** One text that changes when any row that touches the account does. */
export async function digestOf(client: Pick<pg.Pool, "query">, accountId: string): Promise<string> {
  const statement = { name: "neighbour-digests", text: DIGESTS, values: [accountId] };
  const { rows } = await client.query<{ of: string; digest: string | null }>(statement);
  // The database may run the parts beside each other and give them in any order.
  return rows
    .map(({ of, digest }) => `${of} ${digest}`)
    .toSorted()
    .join("\n");
}

/**
 * How many rows of each table touch the account, and whether any of them was written by the transaction `since` or a
 * later one: while the counts are the same and nothing is fresh, its digest is the same too.
 */
export async function countsOf(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  since: string,
): Promise<{ counts: string; fresh: boolean }> {
  const statement = { name: "neighbour-counts", text: COUNTS, values: [accountId, since] };
  const { rows } = await client.query<{ of: string; rows: number; fresh: number }>(statement);
  const counts = rows.map(({ of, rows: count }) => `${of} ${count}`).toSorted();
  return { counts: counts.join("\n"), fresh: rows.some(({ fresh }) => fresh > 0) };
}

/** All rows that touch the account as they are now. */
export async function rowsOf(client: Pick<pg.Pool, "query">, accountId: string): Promise<Rows> {
  return byTable(await client.query<Line>(ROWS, [accountId]));
}

/** Keeps them in a table `line` of a schema, to be read again by {@link storedRows}. */
export async function keepRows(client: Pick<pg.Pool, "query">, accountId: string, schema: string): Promise<void> {
  await client.query(`create table ${schema}.line (of text not null, row text not null)`);
  for (const [of, rows] of await rowsOf(client, accountId))
    await client.query(`insert into ${schema}.line select $1, unnest($2::text[])`, [of, [...rows]]);
}

export async function storedRows(client: Pick<pg.Pool, "query">, schema: string): Promise<Rows> {
  return byTable(await client.query<Line>(`select of, row from ${schema}.line`));
}

type Line = { of: string; row: string };

function byTable({ rows }: { rows: Line[] }): Rows {
  const found = new Map<string, Set<string>>(tables.map(([table]) => [table, new Set()]));
  for (const { of, row } of rows) found.get(of)?.add(row);
  return found;
}

/** Rows that came, went or changed; a changed one is paired by its table's primary key. */
export async function changesBetween(client: Pick<pg.Pool, "query">, before: Rows, after: Rows): Promise<Change[]> {
  const keys = await primaryKeys(client);
  return tables.flatMap(([table]) => {
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
