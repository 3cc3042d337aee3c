import type { Db } from "#lib/kernel/database.ts";
import type { LastSeen } from "#prisma/epoch.ts";
import * as sql from "./recovery.sql.ts";

/** Which database this is, how far it has come, and whether it is an older copy that is not recovered yet. */
export async function readMade(db: Db): Promise<Omit<LastSeen, "wallets"> & { pending: boolean }> {
  const [row] = await sql.readMade(db);
  if (!row) throw new Error("the database is not stamped with a mode yet");
  return { ...row, audit: Number(row.audit), event: Number(row.event) };
}

/** Says to every process that these rows are an older copy. */
export async function beginEpoch(db: Db): Promise<void> {
  await sql.beginEpoch(db);
}

/** When the last thing happened that the database knows of from before it was restored. */
export async function readLastInstant(db: Db): Promise<Date> {
  const [row] = await sql.readLastInstant(db);
  if (!row) throw new Error("the database is not stamped with a mode yet");
  return row.at;
}

/** The most bills that were made in one hour of the last four weeks. */
export async function readPeak(db: Db): Promise<number> {
  const [row] = await sql.readPeak(db);
  return Number(row?.made ?? 0);
}

/** How many transactions the server has to count before what it writes comes after what was written elsewhere. */
export async function readTransactionsBehind(db: Db): Promise<number> {
  const [row] = await sql.readTransactionsBehind(db);
  return Number(row?.behind ?? 0);
}

/** Counts so many transactions that write nothing. */
export const passTransactions = (db: Db, quantity: number): Promise<unknown> => sql.passTransactions(db, { quantity });
