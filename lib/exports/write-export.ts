import { slot } from "#lib/kernel/slots.ts";
import { randomUUID } from "node:crypto";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type ErrorCode, isRefusal } from "#lib/kernel/errors.ts";
import { headingOf, type Value } from "./columns.ts";
import { csvLine } from "./csv.ts";
import { selectionFrom } from "./filter.ts";
import { headsIn } from "./heads.ts";
import { sheetOf } from "./sheet.ts";
import { pagesOf } from "./source.ts";
import {
  addPart,
  expireFiles,
  type ExportRow,
  giveBack,
  type HeldExport,
  inSnapshot,
  noteRows,
  setFailed,
  setReady,
  takeExport,
} from "./store.ts";

/** Longer than one page takes to be read and kept; wall clock. */
const LEASE_MS = 60_000;
const SNAPSHOT_MS = 15 * 60_000;
const RETENTION_DAYS = 7;
const PIECE_BYTES = 1_048_576;
const WRITING = slot<Promise<void>>("exports being written");
const STOPPED = slot<true>("exports stopped");

/**
 * Begins the oldest export that waits, without waiting for its end: a long file holds up no other work. One process
 * writes one at a time. Answers how many it began.
 */
export async function beginExport(ctx: Ctx): Promise<number> {
  const { app } = ctx;
  if (app.slots.has(WRITING) || app.slots.has(STOPPED)) return 0;
  const lease = randomUUID();
  const row = await takeExport(ctx.db, lease, LEASE_MS);
  if (!row) return 0;
  const writing = writeExport(ctx, row, lease).finally(() => app.slots.delete(WRITING));
  app.slots.set(WRITING, writing);
  return 1;
}

/** Waits until what this process writes is written. */
export async function finishExports(app: App): Promise<void> {
  await app.slots.get(WRITING);
}

/** Begins no more and lets go of the one being written between two pages: another worker, or this one's successor, begins it anew. */
export async function stopExports(app: App): Promise<void> {
  app.slots.set(STOPPED, true);
  await finishExports(app);
}

/** Removes files whose seven days are over. */
export const forgetFiles = (ctx: Ctx): Promise<number> => expireFiles(ctx.db);

/** Writes one export to its end; a fault ends it with a sentence, and a cancellation takes effect between two pages. */
async function writeExport(ctx: Ctx, row: ExportRow, lease: string): Promise<void> {
  const held: HeldExport = { id: row.id, lease, leaseMs: LEASE_MS };
  try {
    const whole = await inSnapshot(ctx.app, SNAPSHOT_MS, async (db) => {
      const account = { id: row.accountId, name: row.accountName };
      const now = await ctx.now();
      const reader: Ctx = {
        ...contextFor(ctx.app, { actor: { kind: "worker" }, account, requestId: row.id }),
        db,
        now: async () => now,
      };
      return row.format === "csv" ? writeCsv(ctx, reader, row, held) : writeSheet(ctx, reader, row, held);
    });
    if (whole) await setReady(ctx.db, row.id, lease, RETENTION_DAYS);
    else await giveBack(ctx.db, row.id, lease);
  } catch (error) {
    ctx.app.log.error("export failed", { exportId: row.id, error });
    await setFailed(ctx.db, row.id, lease, whyOf(error)).catch((again: unknown) =>
      ctx.app.log.error("export is left to its lease", { exportId: row.id, error: again }),
    );
  }
}

/** For people, and as the code from which a page says it. */
const whyOf = (error: unknown): { fault: string; failure: ErrorCode } =>
  isRefusal(error)
    ? { fault: error.message, failure: error.code }
    : { fault: "The file could not be written. Ask for it again.", failure: "INTERNAL" };

/** One piece for each page; false when it was cancelled or the worker stops. */
async function writeCsv(ctx: Ctx, reader: Ctx, row: ExportRow, held: HeldExport): Promise<boolean> {
  let ordinal = 0;
  let lines = csvLine(headingOf(row.list));
  for await (const page of pagesOf(reader, selectionFrom(row))) {
    if (ctx.app.slots.has(STOPPED)) return false;
    lines += page.map(csvLine).join("");
    if (!(await addPart(ctx.db, held, { ordinal, content: Buffer.from(lines), rows: page.length }))) return false;
    ordinal += 1;
    lines = "";
  }
  return lines === "" || addPart(ctx.db, held, { ordinal, content: Buffer.from(lines), rows: 0 });
}

/** A sheet is made as a whole and kept in pieces; false as with {@link writeCsv}. */
async function writeSheet(ctx: Ctx, reader: Ctx, row: ExportRow, held: HeldExport): Promise<boolean> {
  const rows: Value[][] = [];
  for await (const page of pagesOf(reader, selectionFrom(row))) {
    if (ctx.app.slots.has(STOPPED)) return false;
    rows.push(...page);
    if (!(await noteRows(ctx.db, held, rows.length))) return false;
  }
  const heads = headsIn(row.language, row.list, headingOf(row.list));
  const sheet = await sheetOf(heads, rows);
  for (let ordinal = 0; ordinal * PIECE_BYTES < sheet.length; ordinal += 1) {
    const content = sheet.subarray(ordinal * PIECE_BYTES, (ordinal + 1) * PIECE_BYTES);
    if (!(await addPart(ctx.db, held, { ordinal, content, rows: 0 }))) return false;
  }
  return true;
}
