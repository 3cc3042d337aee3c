import type pg from "pg";
import { listenerFor } from "./canaries.ts";
import { NOBODYS, TOUCHES } from "./tables.ts";

/** Rows of bare hashes and prices, very many of them. */
const NAMELESS = new Set(["sandbox_block", "chain_block", "deposit_address", "price_sample"]);

/** The first transaction there ever was: whatever is in a database came after it. */
export const EVER = "3";

const OTHERS = [...Object.entries(TOUCHES), ...Object.keys(NOBODYS).map((table) => [table, "false"] as const)]
  .filter(([table]) => !NAMELESS.has(table))
  .map(
    ([table, touches]) => `select '${table} ' || t::text as row from ${table} t
      where age(t.xmin) <= age($2::xid) and (${touches}) is not true`,
  )
  .join("\nunion all ");

/** Rows of others, written by the transaction `since` or a later one, that hold a text which is the account's alone. */
export async function strayRows(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  canaries: readonly string[],
  since: string,
): Promise<string[]> {
  const hear = listenerFor(canaries);
  const statement = { name: "neighbour-strays", text: OTHERS, values: [accountId, since] };
  const { rows } = await client.query<{ row: string }>(statement);
  return rows.flatMap(({ row }) => (hear(row) === undefined ? [] : [row]));
}

/** Every transaction from this one on has not ended, or not begun, so that rows are looked at twice rather than never. */
export async function nextTransaction(client: Pick<pg.Pool, "query">): Promise<string> {
  const { rows } = await client.query<{ next: string }>(
    "select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint % 4294967296)::text as next",
  );
  return rows[0]?.next ?? EVER;
}
