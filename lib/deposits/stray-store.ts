import type { Transfer } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./stray.sql.ts";

export type NewStray = {
  id: string;
  network: Network;
  transfer: Transfer;
  confirmationsRequired: number;
  block: { height: number; hash: string } | undefined;
};

/** One output once: a known one that is not confirmed is placed where it stands now. */
export async function upsertStray(db: Db, { transfer, block, ...stray }: NewStray): Promise<void> {
  await sql.recordStray(db, {
    ...stray,
    txHash: transfer.txHash,
    outputIndex: transfer.outputIndex,
    asset: transfer.asset,
    sourceAddress: transfer.sourceAddress,
    units: transfer.units.toString(),
    script: transfer.script,
    spends: transfer.spends ?? [],
    height: block?.height,
    hash: block?.hash,
  });
}

export async function straysInBlock(db: Db, network: Network, hash: string): Promise<string[]> {
  const rows = await db.strayDeposit.findMany({
    select: { id: true },
    where: { network, blockHash: hash },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/** Back among the unconfirmed; false for one that is confirmed, also just now. */
export async function unplaceStray(db: Db, id: string): Promise<boolean> {
  return (await sql.unplaceStray(db, { id })).length > 0;
}

/** Out of its block and in the books still, until what it became can be taken back. */
export async function deferStray(db: Db, id: string): Promise<void> {
  await sql.deferStray(db, { id });
}

/** Nobody says what it is until the transaction ends. */
export async function lockStray(db: Db, id: string): Promise<void> {
  await sql.lockStray(db, { id });
}

/** Where it stands now, under its lock. */
export async function blockOfStray(db: Db, id: string) {
  const [row] = await sql.blockOfStray(db, { id });
  return row && row.height !== null && row.hash !== null ? { height: row.height, hash: row.hash } : undefined;
}

/** One that was dropped waits in the block that holds it by now. */
export async function seeAgain(
  db: Db,
  id: string,
  { height, hash }: NonNullable<Awaited<ReturnType<typeof blockOfStray>>>,
): Promise<void> {
  await sql.seeAgain(db, { id, height, hash });
}

export async function straysToConfirm(db: Db, limit: number): Promise<string[]> {
  return (await sql.straysToConfirm(db, { limit })).map(({ id }) => id);
}

/** What was written of one that was confirmed or dropped. */
export type Stray = ReturnType<typeof strayOf>;

/** Undefined when it has not enough confirmations any more, or was confirmed before. */
export const setConfirmed = async (db: Db, id: string): Promise<Stray | undefined> =>
  (await sql.confirmStray(db, { id })).map(strayOf)[0];

export const setDropped = async (db: Db, id: string): Promise<Stray | undefined> =>
  (await sql.dropStray(db, { id })).map(strayOf)[0];

const strayOf = (row: RowOf<typeof sql.dropStray>) => ({
  network: row.network,
  txHash: row.tx_hash,
  outputIndex: row.output_index,
  variant: row.variant,
  asset: row.asset,
  units: unitsFrom(row.units),
  timesConfirmed: row.times_confirmed,
});
