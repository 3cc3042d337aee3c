import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import * as sql from "./bank.sql.ts";
import { findLine, type LineRow } from "./store.ts";

/** A part of a line, as a line of its own; `lineId` is the whole one's. */
export type PartOfLine = LineRow & { lineId: string };

/** A part that is nobody's, or was until it was linked; undefined where there is none. */
export async function findPart(db: Db, id: string): Promise<PartOfLine | undefined> {
  const part = await db.bankPart.findUnique({ where: { id } });
  const line = part && part.voided > 0 ? await findLine(db, part.lineId) : undefined;
  if (!part || !line) return undefined;
  const { units, moveId, voided } = part;
  const belongsTo = moveId === null ? "NOBODY" : "MOVE";
  return { ...line, id, lineId: line.id, units: unitsFrom(units), moveId, belongsTo, voided: voided - 1, parts: [] };
}

/** The same, held until the transaction ends: it is linked once. */
export async function lockedPart(db: Db, id: string): Promise<PartOfLine | undefined> {
  await sql.lockParts(db, { proof: id });
  return findPart(db, id);
}

/** The parts of lines that prove one thing, held until the transaction ends. */
export const lockParts = async (db: Db, proof: string): Promise<string[]> =>
  (await sql.lockParts(db, { proof })).map(({ id }) => id);

/** What was taken for a move's, and is held, is nobody's. */
export async function releaseParts(db: Db, ids: readonly string[]): Promise<void> {
  must(
    (await sql.releaseParts(db, { ids })) === ids.length,
    "parts that are held are a move's until they are nobody's",
  );
}

export async function linkPart(db: Db, id: string, moveId: string): Promise<void> {
  const { count } = await db.bankPart.updateMany({ where: { id, moveId: null, payoutId: null }, data: { moveId } });
  must(count === 1, "a part that is held is nobody's until it is linked");
}
