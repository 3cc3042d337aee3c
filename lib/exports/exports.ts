import type { FileOut } from "#lib/contract/out.ts";
import { actorMay } from "#lib/contract/may.ts";
import { type ExportList, NEEDED_FOR_LIST } from "#lib/contract/export-lists.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, type Actor, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { ERROR_CODES, invalid, Refusal } from "#lib/kernel/errors.ts";
import { wordFrom } from "#lib/kernel/database.ts";
import { isId } from "#lib/kernel/ids.ts";
import { voiceOf } from "#lib/mail/voice-of.ts";
import { parseJson, writeJson } from "#lib/kernel/json.ts";
import type {
  cancelExportEndpoint,
  countExportEndpoint,
  exportFileEndpoint,
  ExportRecord,
  ExportRequest,
  listExportsEndpoint,
  makeExportEndpoint,
  writeExportAgainEndpoint,
} from "./contract.ts";
import { fileName, MOST_BYTES, MOST_ROWS, MOST_WAITING } from "./export-facts.ts";
import { type ExportFilter, readFilter, type Selection, selectionFrom, selectionText, withEnd } from "./filter.ts";
import { countOf } from "./source.ts";
import {
  exportOf,
  exportsOf,
  type ExportRow,
  insertExport,
  partOf,
  queueAgain,
  setCancelled,
  weightOf,
} from "./store.ts";

const SHOWN = 100;
/**
 * Requests a file of a list: the rows of its filter as they are when the file is written, none that came after the
 * request. Refuses with VALIDATION_FAILED, RANGE_TOO_LONG, with FORBIDDEN when the list itself may not be
 * read, and with INVALID_STATE while too many files wait, or take too much.
 */
export async function makeExport(ctx: Ctx, input: ExportRequest): Promise<OutputOf<typeof makeExportEndpoint>> {
  const { list, format } = input;
  const selection = await selectionOf(ctx, input);
  const count = await countOf(ctx, selection);
  const most = MOST_ROWS[format];
  if (count > most) {
    throw invalid(
      "format",
      `A file of this kind takes at most ${most} rows and these are ${count}; narrow the filter, or take CSV.`,
    );
  }
  const { language } = await voiceOf(ctx);
  return ctx.transaction(async (tx) => {
    await needRoom(tx);
    const id = tx.id();
    await insertExport(tx.db, {
      id,
      accountId: accountOf(tx).id,
      createdBy: actorName(tx.actor),
      createdUserId: tx.actor.kind === "staff" ? tx.actor.userId : null,
      list,
      format,
      language,
      filter: selectionText(selection),
      rowsExpected: BigInt(count),
    });
    await recordAudit(tx, {
      action: "export.create",
      objectKind: "export",
      objectId: id,
      detail: { list, format, count, filter: JSON.parse(writeJson(selection.filter)), ids: selection.ids?.length },
    });
    return answerWith(tx, recordOf(await needed(tx, id)));
  });
}

/** Refuses with INVALID_STATE what would keep the files of other accounts waiting, or fill the database. */
async function needRoom(tx: Ctx): Promise<void> {
  const { waiting, bytes } = await weightOf(tx.db, accountOf(tx).id);
  if (waiting >= MOST_WAITING)
    throw new Refusal(
      "INVALID_STATE",
      `${MOST_WAITING} files wait to be written already: ask again once one is ready.`,
    );
  if (bytes >= MOST_BYTES)
    throw new Refusal("INVALID_STATE", "The account's files take 4 GB already: remove those that were downloaded.");
}

/** How many rows such a file would hold now; refuses what {@link makeExport} refuses. */
export async function countExport(
  ctx: Ctx,
  input: InputOf<typeof countExportEndpoint>,
): Promise<OutputOf<typeof countExportEndpoint>> {
  return { count: await countOf(ctx, await selectionOf(ctx, input)) };
}

/** The latest files of the lists that the caller may read. */
export async function listExports(ctx: Ctx): Promise<OutputOf<typeof listExportsEndpoint>> {
  const rows = await exportsOf(ctx.db, accountOf(ctx).id, SHOWN);
  return { data: rows.filter(({ list }) => mayRead(ctx, list)).map(recordOf) };
}

/**
 * Stops a file that is being written, or removes one that is ready; one that is over stays as it is. FORBIDDEN to all but
 * who ordered it and administrators.
 */
export async function cancelExport(
  ctx: Ctx,
  { exportId }: InputOf<typeof cancelExportEndpoint>,
): Promise<OutputOf<typeof cancelExportEndpoint>> {
  const row = await needed(ctx, exportId);
  const { id } = row;
  if (!isMaker(ctx.actor, row) && !actorMay(ctx.app.mode, ctx.actor, "people:write"))
    throw new Refusal("FORBIDDEN", "Somebody else ordered this file: they remove it, or an administrator does.");
  return ctx.transaction(async (tx) => {
    if (await setCancelled(tx.db, accountOf(tx).id, id)) {
      await recordAudit(tx, { action: "export.cancel", objectKind: "export", objectId: id });
    }
    return answerWith(tx, recordOf(await needed(tx, id)));
  });
}

/**
 * Has a file that failed written again, by the same filter and of the rows until its first request: for all who may read its
 * list. Of two at once one does it. Refuses with INVALID_STATE what did not fail.
 */
export async function writeAgain(
  ctx: Ctx,
  { exportId }: InputOf<typeof writeExportAgainEndpoint>,
): Promise<OutputOf<typeof writeExportAgainEndpoint>> {
  const { id } = await needed(ctx, exportId);
  return ctx.transaction(async (tx) => {
    await needRoom(tx);
    if (!(await queueAgain(tx.db, accountOf(tx).id, id)))
      throw new Refusal("INVALID_STATE", "Only a file that could not be written is written again.");
    await recordAudit(tx, { action: "export.again", objectKind: "export", objectId: id });
    return answerWith(tx, recordOf(await needed(tx, id)));
  });
}

/** The file, read piece by piece. Refuses with INVALID_STATE while there is none, or none any more. */
export async function fetchExport(ctx: Ctx, { exportId }: InputOf<typeof exportFileEndpoint>): Promise<FileOut> {
  const row = await needed(ctx, exportId);
  if (row.status !== "READY") {
    throw new Refusal(
      "INVALID_STATE",
      `This export is ${row.status.toLowerCase()}; only one that is ready has a file.`,
    );
  }
  // A line in a person's name is taken only in a transaction, which proves their session.
  await ctx.transaction((tx) => recordAudit(tx, { action: "export.download", objectKind: "export", objectId: row.id }));
  return {
    fileName: fileName({ ...row, createdAt: row.createdAt.getTime() }),
    bytes: piecesOf(ctx, row.id),
    size: Number(row.bytes),
  };
}

function piecesOf(ctx: Ctx, id: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let ordinal = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await partOf(ctx.db, id, ordinal);
      ordinal += 1;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

async function selectionOf(ctx: Ctx, input: Omit<ExportRequest, "format">): Promise<Selection> {
  const { list, ids } = input;
  if (!mayRead(ctx, list)) throw new Refusal("FORBIDDEN", `You may not read the list ${list}.`);
  if (ids && list !== "payments" && list !== "conversions") {
    throw invalid("ids", "ids name payments or conversions; other lists go by their filter.");
  }
  const given = (parseJson(writeJson(input.filter ?? {})) ?? {}) as ExportFilter;
  if (ids) return { list, filter: {}, ids: [...new Set(ids)] };
  readFilter(list, given);
  return { list, filter: withEnd(list, given, await ctx.now()) };
}

/** People are told apart by their ids, whatever their names. */
const isMaker = (actor: Actor, { createdBy, createdUserId }: ExportRow): boolean =>
  actor.kind === "staff" && createdUserId !== null ? createdUserId === actor.userId : createdBy === actorName(actor);

const mayRead = ({ actor, app }: Ctx, list: ExportList): boolean => actorMay(app.mode, actor, NEEDED_FOR_LIST[list]);

/** The caller's export; unknown, foreign and of a list that may not be read are refused alike. */
async function needed(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = isId(id) ? await exportOf(ctx.db, accountOf(ctx).id, id) : undefined;
  if (!row || !mayRead(ctx, row.list)) throw new Refusal("NOT_FOUND", "There is no export with this exportId.");
  return row;
}

function recordOf(row: ExportRow): ExportRecord {
  const { filter, ids } = selectionFrom(row);
  return {
    exportId: row.id,
    list: row.list,
    format: row.format,
    status: row.status,
    filter,
    ...(ids && { chosen: ids.length }),
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
    count: Number(row.rowsExpected),
    rows: Number(row.rowsDone),
    bytes: Number(row.bytes),
    ...(row.finishedAt && { finishedAt: row.finishedAt.getTime() }),
    ...(row.expiresAt && { expiresAt: row.expiresAt.getTime() }),
    ...(row.fault !== null && { reason: row.fault }),
    ...(row.failure !== null && { failure: wordFrom(ERROR_CODES, row.failure) }),
  };
}
