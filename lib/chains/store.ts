import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { BlockHeader } from "./chain.ts";

/** `ageMs`: how long ago, by the business clock, the chain was last written down as looked at. */
export type Cursor = { height: number; hash: string; headHeight: number; ageMs: number };

type CursorRow = { height: bigint; hash: string; head_height: bigint; age_ms: number };

const cursorOf = (row: CursorRow): Cursor => ({
  height: Number(row.height),
  hash: row.hash,
  headHeight: Number(row.head_height),
  ageMs: row.age_ms,
});

export async function readCursor(db: Db, network: Network): Promise<Cursor | undefined> {
  const [row] = await db.$queryRaw<CursorRow[]>`
    select height, hash, head_height, (extract(epoch from business_now() - scanned_at) * 1000)::double precision as age_ms
    from chain_cursor where network = ${network}`;
  return row && cursorOf(row);
}

/** The cursor under its row lock, only when it still stands at `hash`: whoever moved it meanwhile has won. */
export async function lockCursor(db: Db, network: Network, hash: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    select network from chain_cursor where network = ${network} and hash = ${hash} for update`;
  return rows.length === 1;
}

export async function openCursor(db: Db, network: Network, at: BlockHeader): Promise<void> {
  await db.$executeRaw`
    insert into chain_cursor (network, height, hash, head_height, scanned_at)
    values (${network}, ${at.height}, ${at.hash}, ${at.height}, business_now()) on conflict do nothing`;
  await insertBlock(db, network, at);
}

export async function insertBlock(db: Db, network: Network, block: BlockHeader): Promise<void> {
  await db.$executeRaw`
    insert into chain_block (network, hash, height, parent_hash, block_time, seen_at)
    values (${network}, ${block.hash}, ${block.height}, ${block.parentHash}, ${block.time}, business_now())
    on conflict (network, hash) do update set orphaned = false`;
}

/** Moves the cursor, which locks it, only when it still stands at `from`: whoever moved it meanwhile has won. */
export async function moveCursor(
  db: Db,
  network: Network,
  from: string,
  to: { height: number; hash: string; headHeight: number },
): Promise<boolean> {
  const moved = await db.$executeRaw`
    update chain_cursor set height = ${to.height}, hash = ${to.hash}, head_height = ${to.headHeight}, scanned_at = business_now()
    where network = ${network} and hash = ${from}`;
  return moved === 1;
}

export async function touchCursor(db: Db, network: Network, headHeight: number): Promise<void> {
  await db.$executeRaw`
    update chain_cursor set head_height = ${headHeight}, scanned_at = business_now() where network = ${network}`;
}

/** Marks a block as no longer of the best chain and answers its parent; orphaned, never deleted. */
export async function orphanBlock(
  db: Db,
  network: Network,
  hash: string,
): Promise<{ height: number; hash: string } | undefined> {
  const [row] = await db.$queryRaw<{ height: bigint; parent_hash: string }[]>`
    update chain_block set orphaned = true where network = ${network} and hash = ${hash} returning height, parent_hash`;
  return row && { height: Number(row.height) - 1, hash: row.parent_hash };
}
