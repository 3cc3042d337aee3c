import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { BlockHeader } from "./chain.ts";

/**
 * `agreed`: up to where all endpoints have told the same, undefined where only one is asked. `final`: what the chain
 * itself calls final. `ageMs`: how long ago, by the business clock, the chain was last written down as looked at.
 */
export type Cursor = {
  height: number;
  hash: string;
  headHeight: number;
  agreed: number | undefined;
  final: number | undefined;
  pausedReason: string | undefined;
  deepAllowed: boolean;
  ageMs: number;
};

type CursorRow = {
  height: bigint;
  hash: string;
  head_height: bigint;
  agreed_height: bigint | null;
  final_height: bigint | null;
  paused_reason: string | null;
  deep_allowed: boolean;
  age_ms: number;
};

const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

const cursorOf = (row: CursorRow): Cursor => ({
  height: Number(row.height),
  hash: row.hash,
  headHeight: Number(row.head_height),
  agreed: numberOf(row.agreed_height),
  final: numberOf(row.final_height),
  pausedReason: row.paused_reason ?? undefined,
  deepAllowed: row.deep_allowed,
  ageMs: row.age_ms,
});

export async function readCursor(db: Db, network: Network): Promise<Cursor | undefined> {
  const [row] = await db.$queryRaw<CursorRow[]>`
    select height, hash, head_height, agreed_height, final_height, paused_reason, deep_allowed, (extract(epoch from business_now() - scanned_at) * 1000)::double precision as age_ms
    from chain_cursor where network = ${network}`;
  return row && cursorOf(row);
}

/** The cursor under its row lock, wherever it stands. */
export async function holdCursor(db: Db, network: Network): Promise<Cursor | undefined> {
  await db.$queryRaw`select network from chain_cursor where network = ${network} for update`;
  return readCursor(db, network);
}

/** The cursor under its row lock, only when it still stands at `hash`: whoever moved it meanwhile has won. */
export async function lockCursor(db: Db, network: Network, hash: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    select network from chain_cursor where network = ${network} and hash = ${hash} for update`;
  return rows.length === 1;
}

/** Answers whether this call has begun the chain. */
export async function openCursor(db: Db, network: Network, at: BlockHeader): Promise<boolean> {
  const opened = await db.$executeRaw`
    insert into chain_cursor (network, height, hash, head_height, scanned_at)
    values (${network}, ${at.height}, ${at.hash}, ${at.height}, business_now()) on conflict do nothing`;
  await insertBlock(db, network, at);
  return opened === 1;
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
  to: Pick<Cursor, "height" | "hash" | "headHeight" | "agreed">,
): Promise<boolean> {
  const moved = await db.$executeRaw`
    update chain_cursor set height = ${to.height}, hash = ${to.hash}, head_height = ${to.headHeight},
      agreed_height = ${to.agreed ?? null}::bigint, scanned_at = business_now()
    where network = ${network} and hash = ${from}`;
  return moved === 1;
}

/** All endpoints agree on one block more; false when another worker was first. */
export async function moveAgreed(db: Db, network: Network, height: number): Promise<boolean> {
  const moved = await db.$executeRaw`
    update chain_cursor set agreed_height = ${height} where network = ${network} and agreed_height = ${height - 1}`;
  return moved === 1;
}

/** The chain was looked at, all of it is taken: a consent to follow a deep reorganisation has served its turn. */
export async function touchCursor(
  db: Db,
  network: Network,
  headHeight: number,
  final: number | undefined,
): Promise<void> {
  await db.$executeRaw`
    update chain_cursor set head_height = ${headHeight}, final_height = greatest(final_height, ${final ?? null}::bigint),
      deep_allowed = false, scanned_at = business_now() where network = ${network}`;
}

export async function pauseCursor(db: Db, network: Network, hash: string, reason: string): Promise<void> {
  await db.$executeRaw`
    update chain_cursor set paused_reason = ${reason} where network = ${network} and hash = ${hash}`;
}

export async function unpauseCursor(db: Db, network: Network): Promise<void> {
  await db.$executeRaw`
    update chain_cursor set paused_reason = null, deep_allowed = true where network = ${network}`;
}

/** The hash of our standing block at a height, undefined where we have none. */
export async function standingHash(db: Db, network: Network, height: number): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ hash: string }[]>`
    select hash from chain_block where network = ${network} and height = ${height} and not orphaned`;
  return row?.hash;
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
