import type { Db } from "#lib/kernel/database.ts";
import type { OutboxCursor } from "#lib/events/outbox.ts";
import * as sql from "./fan-out.sql.ts";

/** Takes the place up to which events have become deliveries; undefined when another worker has it. */
export async function takeCursor(db: Db): Promise<OutboxCursor | undefined> {
  const [place] = await sql.takeCursor(db);
  return place;
}

/**
 * Makes the deliveries of the next events, in commit order, and moves the cursor behind them. An endpoint gets what
 * happened since it was made and is of its types; the unique pair of endpoint and event keeps each delivery single.
 */
export async function fanOutEvents(
  db: Db,
  { tx, seq }: OutboxCursor,
  testType: string,
  limit: number,
): Promise<number> {
  const [row] = await sql.fanOutEvents(db, { tx, seq: BigInt(seq), limit, testType });
  return row?.events ?? 0;
}

/** Whether events wait to become deliveries, some perhaps behind a transaction that has not ended. */
export async function isBehind(db: Db): Promise<boolean> {
  const [row] = await sql.isBehind(db);
  return row?.behind ?? false;
}
