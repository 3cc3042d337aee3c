import type { App } from "#lib/kernel/app.ts";
import { type Db, Prisma, wordFrom } from "#lib/kernel/database.ts";
import { EXPORT_STATUSES } from "./contract.ts";
import { SPOKEN } from "#lib/contract/voice.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./exports.sql.ts";

export type ExportRow = ReturnType<typeof rowOf>;

const rowOf = (row: RowOf<typeof sql.exportOf>) => ({
  ...row,
  status: wordFrom(EXPORT_STATUSES, row.status),
  /** Of its requester. */
  language: wordFrom(SPOKEN, row.language),
});

export type NewExport = Pick<
  ExportRow,
  "id" | "accountId" | "createdBy" | "createdUserId" | "list" | "format" | "language" | "filter" | "rowsExpected"
>;

export async function insertExport(db: Db, made: NewExport): Promise<void> {
  await db.exportJob.createMany({ data: made });
}

/** How many files of an account wait to be written, and how much those take that are kept. */
export async function weightOf(db: Db, accountId: string): Promise<RowOf<typeof sql.weightOf>> {
  const [row] = await sql.weightOf(db, { accountId });
  return row ?? { waiting: 0, bytes: 0n };
}

export async function exportsOf(db: Db, accountId: string, limit: number): Promise<ExportRow[]> {
  return (await sql.exportsOf(db, { accountId, limit })).map(rowOf);
}

export async function exportOf(db: Db, accountId: string, id: string): Promise<ExportRow | undefined> {
  const [row] = await sql.exportOf(db, { accountId, id });
  return row && rowOf(row);
}

/**
 * Takes the oldest export that has no writer, or whose writer has fallen silent; what was written of it is thrown away.
 */
export async function takeExport(db: Db, lease: string, leaseMs: number): Promise<ExportRow | undefined> {
  const rows = await sql.takeExport(db, { lease, leaseMs });
  const [row] = rows;
  if (row) await deleteParts(db, row.id);
  return row && rowOf(row);
}

/** An export that one worker writes, until its lease ends. */
export type HeldExport = { id: string; lease: string; leaseMs: number };

/** Keeps a piece of the file and the lease; false when the export was cancelled or given to another meanwhile. */
export async function addPart(
  db: Db,
  held: HeldExport,
  part: { ordinal: number; content: Uint8Array; rows: number },
): Promise<boolean> {
  const written = await sql.addPart(db, {
    rows: part.rows,
    contentLength: part.content.length,
    leaseMs: held.leaseMs,
    id: held.id,
    lease: held.lease,
    ordinal: part.ordinal,
    content: part.content,
  });
  return written === 1;
}

/** Notes how far a file is whose content comes at the end; false as with {@link addPart}. */
export async function noteRows(db: Db, held: HeldExport, rows: number): Promise<boolean> {
  const written = await sql.noteRows(db, { rows, leaseMs: held.leaseMs, id: held.id, lease: held.lease });
  return written === 1;
}

export async function setReady(db: Db, id: string, lease: string, retentionDays: number): Promise<boolean> {
  const written = await sql.setReady(db, { keptDays: retentionDays, id, lease });
  return written === 1;
}

/** Gives an unfinished export back for another writer to begin; one that was cancelled stays so. */
export async function giveBack(db: Db, id: string, lease: string): Promise<void> {
  await db.exportJob.updateMany({
    where: { id, lease },
    data: { status: "QUEUED", lease: null, leasedUntil: null },
  });
}

export async function setFailed(
  db: Db,
  id: string,
  lease: string,
  why: { fault: string; failure: ErrorCode },
): Promise<void> {
  await sql.setFailed(db, { ...why, id, lease });
}

/** Stops an export, or removes its file; what is over already stays as it is. */
export async function setCancelled(db: Db, accountId: string, id: string): Promise<boolean> {
  const changed = await sql.setCancelled(db, { id, accountId });
  if (changed === 1) await deleteParts(db, id);
  return changed === 1;
}

/** Makes an export that failed due again; false when it is not, or no longer, one that failed. */
export async function queueAgain(db: Db, accountId: string, id: string): Promise<boolean> {
  const { count } = await db.exportJob.updateMany({
    where: { id, accountId, status: "FAILED" },
    data: { status: "QUEUED", finishedAt: null, fault: null, failure: null, rowsDone: 0, bytes: 0 },
  });
  return count === 1;
}

/** Removes the files whose time is over; answers how many. */
export async function expireFiles(db: Db): Promise<number> {
  const rows = await sql.expireFiles(db);
  for (const { id } of rows) await deleteParts(db, id);
  return rows.length;
}

async function deleteParts(db: Db, jobId: string): Promise<void> {
  await db.exportPart.deleteMany({ where: { jobId } });
}

export async function partOf(db: Db, jobId: string, ordinal: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const part = await db.exportPart.findUnique({
    select: { content: true },
    where: { jobId_ordinal: { jobId, ordinal } },
  });
  return part?.content;
}

/** Everything that `work` reads is of one moment, however long it takes (repeatable read). */
export function inSnapshot<T>({ database }: App, timeoutMs: number, work: (db: Db) => Promise<T>): Promise<T> {
  return database.prisma.$transaction(work, {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
    timeout: timeoutMs,
  });
}
