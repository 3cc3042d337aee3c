import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./health.sql.ts";

export async function upsertHeartbeat(db: Db, worker: string): Promise<void> {
  await sql.upsertHeartbeat(db, { worker });
}

/** Undefined when no worker has ever lived. */
export async function readSecondsSinceBeat(db: Db): Promise<number | undefined> {
  const [beat] = await sql.readSecondsSinceBeat(db);
  return beat?.seconds ?? undefined;
}

/** Where the database's log ends: it moves with whatever anybody writes, and with nothing that is only read. */
export async function writtenUpTo(db: Db): Promise<string | undefined> {
  const [end] = await sql.writtenUpTo(db);
  return end?.position;
}
