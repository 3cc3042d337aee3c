import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./health.sql.ts";

export async function upsertHeartbeat(db: Db, worker: string, failing: Record<string, number>): Promise<void> {
  await sql.upsertHeartbeat(db, { worker, failing: JSON.stringify(failing) });
}

/** What living workers fail at, and for how long. */
export const readFailing = (db: Db, aliveSeconds: number) => sql.failingTasks(db, { aliveSeconds });

/** Figures of the whole house, as the database counts them. */
export const readHouseFigures = (db: Db) => sql.houseFigures(db);

/** Letters that should have left by now, and since when. */
export async function readUndelivered(db: Db) {
  const [row] = await sql.undelivered(db);
  return { letters: row?.letters ?? 0, since: row?.since ?? undefined };
}

/** Undefined when no worker has ever lived. */
export async function readSecondsSinceBeat(db: Db): Promise<number | undefined> {
  const [beat] = await sql.readSecondsSinceBeat(db);
  return beat?.seconds ?? undefined;
}

/** Whether the database is an older copy that is not recovered yet. */
export async function readRestored(db: Db): Promise<boolean> {
  const deployment = await db.deployment.findFirst({ select: { restoredAt: true, recoveredAt: true } });
  return deployment !== null && deployment.restoredAt !== null && deployment.recoveredAt === null;
}

/** Where the database's write-ahead log ends. */
export async function readLogEnd(db: Db): Promise<string | undefined> {
  const [end] = await sql.writtenUpTo(db);
  return end?.position;
}
