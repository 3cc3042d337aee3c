import pg from "pg";
import type { Violation } from "#lib/check/books.ts";
import { RULES } from "#lib/check/store.ts";

/** The check of a world's books, as often as a test likes. */
export type Books = {
  /** Rules that do not hold, as `checkBooks` finds them. */
  broken(): Promise<Violation[]>;
  close(): Promise<void>;
};

const EVERY_RULE = {
  name: "every-rule",
  text: RULES.map(({ sql }, nth) => `(select ${nth} as rule, violation from (${sql}) found(violation) limit 20)`).join(
    "\nunion all\n",
  ),
};

/**
 * All rules as one statement on a connection of its own, planned once for a world: the program's way, a statement a rule, is
 * for a million bills, and costs more than most tests do before it. `url`: the database, as the program opens it.
 */
export function openBooks(url: string): Books {
  // A pool, as a test may cut off all connections of its database.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  pool.on("error", () => undefined);
  return {
    async broken() {
      const client = await pool.connect();
      let isDone = false;
      try {
        await client.query("begin isolation level repeatable read read only");
        const { rows } = await client.query<{ rule: number; violation: string }>(EVERY_RULE);
        await client.query("commit");
        isDone = true;
        return rows.map(({ rule, violation }) => ({ rule: RULES[rule]?.name ?? "", found: violation }));
      } finally {
        client.release(!isDone);
      }
    },
    close: () => pool.end(),
  };
}
