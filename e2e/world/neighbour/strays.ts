import type pg from "pg";
import { anyOf } from "./canaries.ts";
import { NOBODYS, TOUCHES } from "./tables.ts";

/** Rows of bare hashes and prices, very many of them. */
const NAMELESS = new Set(["sandbox_block", "chain_block", "deposit_address", "price_sample"]);

/** A row is first looked at for a handful of beginnings, which is cheap, and only then for all whole texts. */
const SEARCH = [...Object.entries(TOUCHES), ...Object.keys(NOBODYS).map((table) => [table, "false"] as const)]
  .filter(([table]) => !NAMELESS.has(table))
  .map(
    ([table, touches]) => `select '${table} ' || t::text as row from ${table} t
      where case when ${touches} then false when t::text like any ($2) then t::text ~ $3 else false end`,
  )
  .join("\nunion all ");

const UUID = /^[0-9a-f]{8}-/;
const BEGINNING = 8;

/** Rows of others that hold a text which is the account's alone. */
export async function strayRows(
  client: Pick<pg.Pool, "query">,
  accountId: string,
  canaries: readonly string[],
): Promise<string[]> {
  const beginnings = new Set(canaries.map((text) => (UUID.test(text) ? text.slice(0, BEGINNING) : text)));
  const likely = [...beginnings].map((text) => `%${text.replaceAll(/[%_\\]/g, "\\$&")}%`);
  const statement = { name: "neighbour-strays", text: SEARCH, values: [accountId, likely, anyOf(canaries)] };
  const { rows } = await client.query<{ row: string }>(statement);
  return rows.map(({ row }) => row);
}
