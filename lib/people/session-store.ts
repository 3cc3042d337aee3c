import type { RowOf } from "#lib/kernel/statement.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./session.sql.ts";

export type SessionRow = RowOf<typeof sql.sessionsOf>;

/** The open session of this id, with whose it is. */
export async function openSessionRow(db: Db, id: string): Promise<RowOf<typeof sql.openSessionRow> | undefined> {
  const [row] = await sql.openSessionRow(db, { id });
  return row;
}

const MOST_SHOWN = 100;

const MOST_OF_ACCOUNT = 1_000;

/** A person's sessions that are neither over nor ended nor idle, newest first. */
export function sessionsOf(db: Db, userId: string, idleMs: number): Promise<SessionRow[]> {
  return sql.sessionsOf(db, { userId, idleSeconds: idleMs / 1000, mostShown: MOST_SHOWN });
}

/** The same of everybody who belongs to an account. */
export function sessionsOfMembers(
  db: Db,
  accountId: string,
  idleMs: number,
): Promise<(SessionRow & { userId: string; name: string })[]> {
  return sql.sessionsOfMembers(db, { accountId, idleSeconds: idleMs / 1000, mostShown: MOST_OF_ACCOUNT });
}

/** Ends one session of a person; false when there is none. */
export async function endSessionRow(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await sql.endSessionRow(db, { id, userId });
  return ended === 1;
}

/** Ends all sessions of a person but one; answers how many. */
export function endOtherRows(db: Db, userId: string, current: string): Promise<number> {
  return sql.endOtherRows(db, { userId, kept: current });
}

/** Notes that the session's owner has shown a second factor now. */
export async function noteProof(db: Db, sessionId: string): Promise<void> {
  await sql.noteProof(db, { sessionId });
}
