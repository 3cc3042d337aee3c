import { LEDGER_ASSETS, type LedgerAsset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { Resolved } from "#lib/ledger/resolution-journal.ts";
import { RESOLUTION_KINDS, type ResolutionKind, type Subject, SUBJECTS } from "./resolution.ts";
import * as sql from "./resolutions.sql.ts";

/** UNPROVEN: a payout made elsewhere of which no bank tells, or what arrived for a move that has not left. */
const SIDES = ["UNASSIGNED", "MISSING", "UNPROVEN"] as const;

/** What stands unassigned, missing or unproven by one thing that was seen; `name` is the chain's, the bank's or the venue's own. */
export type OpenSubject = ReturnType<typeof subjectOf>;

const subjectOf = (row: RowOf<typeof sql.openSubject>) => ({
  name: row.name,
  subject: wordFrom(SUBJECTS, row.subject),
  asset: wordFrom(LEDGER_ASSETS, row.asset),
  units: unitsFrom(row.units),
  side: wordFrom(SIDES, row.side),
});

/** Nothing else links, posts or resolves it until the transaction ends. False when there is nothing by this id. */
export const lockSubject = async (db: Db, id: string): Promise<boolean> =>
  (await sql.lockSubject(db, { id })).length > 0;

export async function openSubject(db: Db, id: string): Promise<OpenSubject | undefined> {
  const [row] = await sql.openSubject(db, { id });
  return row && subjectOf(row);
}

export type NewResolution = {
  id: string;
  kind: ResolutionKind;
  subject: Subject;
  subjectId: string;
  asset: LedgerAsset;
  units: bigint;
  moveId: string | undefined;
  accountId: string | undefined;
  billId: string | undefined;
  note: string;
  madeBy: string;
  madeAt: Date;
  approvalId: string | undefined;
};

export async function insertResolution(db: Db, resolution: NewResolution): Promise<void> {
  const { units, moveId = null, accountId = null, billId = null, approvalId = null, ...made } = resolution;
  const data = { ...made, units: units.toString(), moveId, accountId, billId, approvalId };
  await db.resolution.create({ select: { id: true }, data });
}

/** Whether one of these has a role in the account. */
export const areAmong = async (db: Db, userIds: readonly string[], accountId: string): Promise<boolean> =>
  (await db.membership.count({ where: { userId: { in: [...userIds] }, accountId, disabledAt: null } })) > 0;

/** What was resolved of these and stands, under its lock. */
export async function standingOf(db: Db, subjectIds: readonly string[]): Promise<Resolved[]> {
  if (subjectIds.length === 0) return [];
  const rows = await sql.standingOf(db, { subjectIds });
  return rows.map(({ id, kind, subject, asset, units, accountId, from, left }): Resolved => {
    const of = { id, asset: wordFrom(LEDGER_ASSETS, asset), units: unitsFrom(units) };
    if (accountId !== null) return { ...of, kind: "ASSIGN", accountId };
    if (from !== null && left !== null) return { ...of, kind: "RETURN", from, left: unitsFrom(left) };
    if (wordFrom(RESOLUTION_KINDS, kind) === "OWN") return { ...of, kind: "OWN" };
    return { ...of, kind: "WRITE_OFF", onItsWay: wordFrom(SUBJECTS, subject) === "MOVE" };
  });
}

/** What a failed move was said of. */
export const failedBy = async (db: Db, moveId: string): Promise<string[]> =>
  (
    await db.resolution.findMany({
      select: { subjectId: true },
      where: {
        reversedAt: null,
        OR: [
          { kind: "RETURN", moveId },
          { kind: "WRITE_OFF", subject: "MOVE", subjectId: moveId },
        ],
      },
    })
  ).map(({ subjectId }) => subjectId);

/** Which of these were resolved, and as what. */
export async function resolvedAmong(
  db: Db,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ResolutionKind>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await sql.resolvedAmong(db, { subjectIds });
  return new Map(rows.map(({ subjectId, kind }) => [subjectId, wordFrom(RESOLUTION_KINDS, kind)]));
}

export async function reverseResolution(db: Db, id: string): Promise<void> {
  await sql.reverseResolution(db, { id });
}
