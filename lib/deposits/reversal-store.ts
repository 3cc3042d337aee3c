import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./reversal.sql.ts";
import type { Placed } from "./watch-store.ts";

/** Takes a deposit out of its block, all else left as it is, until it can be reversed. */
export async function deferReversal(db: Db, id: string): Promise<void> {
  await sql.deferReversal(db, { id });
}

/** Where the new branch holds a payment whose reversal is due. */
export async function placeDue(db: Db, { id, block }: Placed & { block: NonNullable<Placed["block"]> }): Promise<void> {
  await sql.placeDue(db, { id, ...block });
}

/** Deposits to be taken back that no invoice is selling any more. */
export async function reversalsDue(db: Db, limit: number): Promise<string[]> {
  const rows = await sql.reversalsDue(db, { limit });
  return rows.map(({ id }) => id);
}

/** Why a deposit is gone: the code, the sentence, and the facts it is made of. */
export type Gone = { reasonCode: string; reason: string; reasonFacts: string };

export async function dropDeposit(db: Db, id: string, gone: Gone): Promise<void> {
  await sql.dropDeposit(db, { ...gone, id });
}

export async function markReversed(db: Db, id: string): Promise<void> {
  await sql.markReversed(db, { id });
}
