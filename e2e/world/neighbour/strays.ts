import type pg from "pg";
import { listenerFor } from "./canaries.ts";
import { NOBODYS, TOUCHES } from "./tables.ts";

/** Rows of bare hashes and prices, very many of them. */
const NAMELESS = new Set(["sandbox_block", "chain_block", "deposit_address", "price_sample"]);

/** The first transaction there ever was: whatever is in a database came after it. */
export const EVER = "3";

/** Every table, and which rows of it touch the account. */
const ALL: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TOUCHES),
  ...Object.keys(NOBODYS).map((table) => [table, "false"] as const),
]);

/** How many rows each table has. */
export type Counts = ReadonlyMap<string, number>;

const STIR = [...ALL.keys()]
  .map(
    (table) =>
      `select '${table}' as of, count(*)::integer as rows, count(*) filter (where age(t.xmin) <= age($1::xid))::integer as fresh from ${table} t`,
  )
  .join("\nunion all ");

/**
 * The tables in which a row was written by the transaction `since` or a later one, or is not there any more. Asked of
 * tables rather than accounts, as a connection of its own plans it for each world; what is not among them is as it was.
 */
export async function stirredSince(
  client: Pick<pg.Pool, "query">,
  since: string,
  before: Counts = new Map(),
): Promise<{ counts: Counts; stirred: readonly string[] }> {
  const statement = { name: "neighbour-stir", text: STIR, values: [since] };
  const { rows } = await client.query<{ of: string; rows: number; fresh: number }>(statement);
  return {
    counts: new Map(rows.map(({ of, rows: count }) => [of, count])),
    stirred: rows.filter(({ of, rows: count, fresh }) => fresh > 0 || before.get(of) !== count).map(({ of }) => of),
  };
}

/** Rows of others, written by the transaction `since` or a later one, that hold a text which is the account's alone. */
export async function strayRows(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  canaries: readonly string[],
  since: string,
  tables: readonly string[] = [...ALL.keys()],
): Promise<string[]> {
  const hear = listenerFor(canaries);
  const others = tables
    .filter((table) => !NAMELESS.has(table))
    .map(
      (table) => `select '${table} ' || t::text as row from ${table} t
        where age(t.xmin) <= age($2::xid) and $1::uuid is not null and (${ALL.get(table)}) is not true`,
    );
  if (others.length === 0) return [];
  const { rows } = await client.query<{ row: string }>(others.join("\nunion all "), [accountId, since]);
  return rows.flatMap(({ row }) => (hear(row) === undefined ? [] : [row]));
}

/** Every transaction from this one on has not ended, or not begun, so that rows are looked at twice rather than never. */
export async function nextTransaction(client: Pick<pg.Pool, "query">): Promise<string> {
  const { rows } = await client.query<{ next: string }>(
    "select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint % 4294967296)::text as next",
  );
  return rows[0]?.next ?? EVER;
}
