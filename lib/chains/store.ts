import type { RowOf } from "#lib/kernel/statement.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { BlockHeader } from "./chain.ts";
import { type ChainFailure, failureFrom } from "#lib/contract/chain-failure.ts";
import * as sql from "./chains.sql.ts";

/**
 * `agreed`: up to where all endpoints have reported the same, undefined where only one is queried. `final`: what the
 * chain itself calls final. `estimated`: a fee estimate is written down. `hasGaps`: there are several ranges
 * of scanned blocks, between which some may be missing. `ageMs`: how long ago, by the business clock, the chain was last written down as looked at.
 */
export type Cursor = {
  height: number;
  hash: string;
  headHeight: number;
  agreed: number | undefined;
  final: number | undefined;
  pausedReason: string | undefined;
  pausedFailure: ChainFailure | undefined;
  deepAllowed: boolean;
  estimated: boolean;
  ageMs: number;
  hasGaps: boolean;
};

type CursorRow = RowOf<typeof sql.readCursor>;

const numberOf = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value));

const cursorOf = (row: CursorRow): Cursor => ({
  height: Number(row.height),
  hash: row.hash,
  headHeight: Number(row.head_height),
  agreed: numberOf(row.agreed_height),
  final: numberOf(row.final_height),
  pausedReason: row.paused_reason ?? undefined,
  pausedFailure: failureFrom(row.paused_failure),
  deepAllowed: row.deep_allowed,
  estimated: row.estimated,
  ageMs: row.age_ms,
  hasGaps: row.has_gaps,
});

export async function readCursor(db: Db, network: Network): Promise<Cursor | undefined> {
  const [row] = await sql.readCursor(db, { network });
  return row && cursorOf(row);
}

/** The cursor under its row lock, wherever it stands. */
export async function holdCursor(db: Db, network: Network): Promise<Cursor | undefined> {
  await sql.holdCursor(db, { network });
  return readCursor(db, network);
}

/** Locks the cursor's row, only when it still stands at `hash`: false when another process has moved it meanwhile. */
export async function lockCursor(db: Db, network: Network, hash: string): Promise<boolean> {
  const rows = await sql.lockCursor(db, { network, hash });
  return rows.length === 1;
}

/** Answers whether this call has begun the chain. */
export async function openCursor(db: Db, network: Network, at: BlockHeader): Promise<boolean> {
  const opened = await sql.openCursor(db, { network, height: at.height, hash: at.hash });
  await insertBlocks(db, network, [at]);
  return opened === 1;
}

export async function insertBlocks(db: Db, network: Network, blocks: readonly BlockHeader[]): Promise<void> {
  await sql.insertBlocks(db, {
    network,
    hashes: blocks.map(({ hash }) => hash),
    heights: blocks.map(({ height }) => height),
    parentHashes: blocks.map(({ parentHash }) => parentHash),
    times: blocks.map(({ time }) => time),
  });
}

/**
 * Moves the cursor, which locks it, only when it still stands at `from`: false when another process has moved it
 * meanwhile.
 */
export async function moveCursor(
  db: Db,
  network: Network,
  from: string,
  to: Pick<Cursor, "height" | "hash" | "headHeight" | "agreed">,
): Promise<boolean> {
  const moved = await sql.moveCursor(db, {
    height: to.height,
    hash: to.hash,
    headHeight: to.headHeight,
    agreed: to.agreed,
    network,
    from,
  });
  return moved === 1;
}

/** All endpoints agree on one block more; false when another worker was first. */
export async function moveAgreed(db: Db, network: Network, height: number): Promise<boolean> {
  const { count } = await db.chainCursor.updateMany({
    where: { network, agreedHeight: height - 1 },
    data: { agreedHeight: height },
  });
  return count === 1;
}

/** The chain was looked at, all of it is taken: a consent to follow a deep reorganisation has served its turn. */
export async function touchCursor(
  db: Db,
  network: Network,
  seen: { headHeight: number; final: number | undefined; estimate: Decimal | undefined },
): Promise<void> {
  await sql.touchCursor(db, { network, ...seen, estimate: seen.estimate?.toString() });
}

/** Why a chain was paused: for people, and as facts. */
type Why = { sentence: string; failure: ChainFailure };

export async function pauseCursor(db: Db, network: Network, hash: string, why: Why): Promise<void> {
  const data = { pausedReason: why.sentence, pausedFailure: why.failure };
  await db.chainCursor.updateMany({ where: { network, hash }, data });
}

export async function unpauseCursor(db: Db, network: Network): Promise<void> {
  await db.chainCursor.updateMany({
    where: { network },
    data: { pausedReason: null, pausedFailure: Prisma.DbNull, deepAllowed: true },
  });
}

/** The hash of our standing block at a height, undefined where we have none. */
export async function standingHash(db: Db, network: Network, height: number): Promise<string | undefined> {
  const block = await db.chainBlock.findFirst({ select: { hash: true }, where: { network, height, orphaned: false } });
  return block?.hash;
}

/** The last blocks that are gone, the highest first. */
export const goneBlocks = async (db: Db, network: Network, most: number) =>
  (
    await db.chainBlock.findMany({
      select: { height: true, hash: true },
      where: { network, orphaned: true },
      orderBy: [{ height: "desc" }, { hash: "asc" }],
      take: most,
    })
  ).map(({ height, hash }) => ({ height: Number(height), hash }));

/** Marks a block as no longer of the best chain and answers its parent; orphaned, never deleted. */
export async function orphanBlock(db: Db, network: Network, hash: string) {
  const [block] = await db.chainBlock.updateManyAndReturn({
    select: { height: true, parentHash: true },
    where: { network, hash },
    data: { orphaned: true },
  });
  return block && { height: Number(block.height) - 1, hash: block.parentHash };
}
