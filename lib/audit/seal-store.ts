import type { RowOf } from "#lib/kernel/statement.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./seal.sql.ts";

/** Serialises sealing over all processes. */
const SEAL_LOCK = 72_707_372;
/**
 * Lines are numbered when they are written and seen when their transaction commits, so a lower number may come later; no
 * transaction lives longer than this, so behind older seals nothing is missing.
 */
const SETTLED_SECONDS = 600;

/** Whether this transaction is the one that seals now. */
export async function lockSeals(db: Db): Promise<boolean> {
  const [row] = await sql.lockSeals(db, { sealLock: SEAL_LOCK });
  return row?.mine ?? false;
}

export type OpenLines = RowOf<typeof sql.unsealedLines>;

/** The lines no seal covers, oldest first, with the hash over their hashes. */
export async function unsealedLines(db: Db, limit: number): Promise<OpenLines> {
  const [row] = await sql.unsealedLines(db, { settledSeconds: SETTLED_SECONDS, limit });
  return row ?? { count: 0, lines: null, hash: null };
}

/** The last seal, and the hash of the one before it. */
export async function lastSeal(db: Db): Promise<(SealRow & { before: Uint8Array }) | undefined> {
  const last = await db.auditSeal.findFirst({ select: { id: true }, orderBy: { id: "desc" } });
  if (!last) return undefined;
  const [seal] = await sql.readSeals(db, { after: last.id - 1n, limit: 1 });
  const before = await db.auditSeal.findUnique({ where: { id: last.id - 1n }, select: { hash: true } });
  return seal && { ...seal, before: before?.hash ?? new Uint8Array() };
}

export async function insertSeal(
  db: Db,
  seal: { id: bigint; lines: string; lineCount: number; linesHash: Uint8Array; hash: Uint8Array },
): Promise<void> {
  await sql.insertSeal(db, {
    id: seal.id,
    lines: seal.lines,
    lineCount: seal.lineCount,
    linesHash: seal.linesHash,
    hash: seal.hash,
  });
}

export type SealRow = RowOf<typeof sql.readSeals>;

/** Seals after one, in order. */
export function readSeals(db: Db, after: bigint, limit: number): Promise<SealRow[]> {
  return sql.readSeals(db, { after, limit });
}

/** The lines that a seal covers, as they are now, each as the text that is hashed. */
export async function linesUnder(db: Db, sealId: bigint): Promise<string[]> {
  return (await sql.linesUnder(db, { sealId })).map(({ line }) => line);
}

/** How many lines seals cover, how many came after the last one, and how many slipped in between long ago. */
export async function countLines(db: Db): Promise<RowOf<typeof sql.countLines>> {
  const [row] = await sql.countLines(db, { settledSeconds: SETTLED_SECONDS });
  return row ?? { covered: 0, waiting: 0, slipped: 0 };
}
