import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./paid-out.sql.ts";

export async function movePaidOut(db: Db, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  await sql.movePaidOut(db, { amount: units, fromPending, depositId });
}

/** Reserves part of a deposit for a payout; below zero frees it again. */
export async function moveReserved(db: Db, depositId: string, units: bigint): Promise<void> {
  await sql.moveReserved(db, { amount: units, depositId });
}

/** What was reserved is paid out; below zero it has come back. */
export async function movePaidReserved(db: Db, depositId: string, units: bigint, fromPending: boolean): Promise<void> {
  await sql.payReserved(db, { amount: units, fromPending, depositId });
}
