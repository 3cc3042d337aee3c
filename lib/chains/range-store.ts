import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./range.sql.ts";

/** Blocks from `first` to `last`, both included. */
export type Range = ReturnType<typeof rangeOf>;

const rangeOf = ({ first, last }: RowOf<typeof sql.rangesOf>) => ({ first: Number(first), last: Number(last) });

/** Blocks on top of a range make that one longer; with nothing below them they begin a new one. */
export async function widenRange(db: Db, network: Network, blocks: Range): Promise<void> {
  await sql.widenRange(db, { network, ...blocks });
}

export async function shortenRange(db: Db, network: Network, height: number): Promise<void> {
  await db.chainRange.updateMany({
    where: { network, last: height, first: { lte: height } },
    data: { last: height - 1 },
  });
}

export async function readRanges(db: Db, network: Network): Promise<Range[]> {
  return (await sql.rangesOf(db, { network })).map(rangeOf);
}

/** Forgets that one block below the tip was scanned. */
export async function reopenBlock(db: Db, network: Network, height: number): Promise<void> {
  await sql.splitRange(db, { network, height });
}

/** Forgets that the blocks from `from` up to the tip `height` were scanned; the tip itself goes on. */
export async function reopenRanges(db: Db, network: Network, from: number, height: number): Promise<void> {
  await sql.shortenFrom(db, { from, network });
  await sql.insertRanges(db, { network, from, beforeFrom: from - 1, height });
}
