import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";

/** Blocks from `first` to `last`, both included. */
export type Range = { first: number; last: number };

/** A block on top of a range makes that one longer; a block with nothing below it begins a new one. */
export async function widenRange(db: Db, network: Network, height: number): Promise<void> {
  const widened = await db.$executeRaw`
    update chain_range set last = ${height} where network = ${network} and last = ${height - 1}`;
  if (widened === 1) return;
  await db.$executeRaw`
    insert into chain_range (network, first, last) values (${network}, ${height}, ${height}) on conflict do nothing`;
}

export async function shortenRange(db: Db, network: Network, height: number): Promise<void> {
  await db.$executeRaw`
    update chain_range set last = ${height - 1} where network = ${network} and last = ${height} and first <= ${height}`;
}

export async function readRanges(db: Db, network: Network): Promise<Range[]> {
  const rows = await db.$queryRaw<{ first: bigint; last: bigint }[]>`
    select first, last from chain_range where network = ${network} order by first`;
  return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }));
}

/** Forgets that the blocks from `from` up to the tip `height` were scanned; the tip itself goes on. */
export async function reopenRanges(db: Db, network: Network, from: number, height: number): Promise<void> {
  await db.$executeRaw`
    update chain_range set last = greatest(first, ${from}::bigint) - 1 where network = ${network} and last >= ${from}`;
  await db.$executeRaw`
    insert into chain_range (network, first, last) values (${network}, ${from}, ${from - 1}), (${network}, ${height}, ${height})
    on conflict (network, first) do update set last = greatest(chain_range.last, excluded.last)`;
}
