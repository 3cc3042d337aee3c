import type { Db } from "#lib/kernel/database.ts";

export type SessionRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  seenAt: Date | null;
  clientAddress: string | null;
  agent: string | null;
};

/** The open session of this id, with whose it is. */
export async function openSessionRow(
  db: Db,
  id: string,
): Promise<{ email: string; name: string; provenAt: Date | null } | undefined> {
  const [row] = await db.$queryRaw<{ email: string; name: string; provenAt: Date | null }[]>`
    select u.email, u.name, s.proven_at as "provenAt"
    from staff_session s join staff_user u on u.id = s.user_id
    where s.id = ${id}::uuid and s.revoked_at is null and s.expires_at > clock_timestamp()`;
  return row;
}

const MOST_SHOWN = 100;

/** A person's sessions that are neither over nor ended, newest first. */
export function sessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db.$queryRaw<SessionRow[]>`
    select id::text as id, created_at as "createdAt", expires_at as "expiresAt", seen_at as "seenAt",
      client_address as "clientAddress", agent
    from staff_session
    where user_id = ${userId}::uuid and revoked_at is null and expires_at > clock_timestamp()
    order by created_at desc, id desc limit ${MOST_SHOWN}`;
}

/** Ends one session of a person; false when there is none. */
export async function endSessionRow(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db.$executeRaw`
    update staff_session set revoked_at = clock_timestamp()
    where id = ${id}::uuid and user_id = ${userId}::uuid and revoked_at is null and expires_at > clock_timestamp()`;
  return ended === 1;
}

/** Ends all sessions of a person but one; answers how many. */
export function endOtherRows(db: Db, userId: string, kept: string): Promise<number> {
  return db.$executeRaw`
    update staff_session set revoked_at = clock_timestamp()
    where user_id = ${userId}::uuid and id <> ${kept}::uuid and revoked_at is null and expires_at > clock_timestamp()`;
}

/** Notes that the session's owner has shown a second factor now. */
export async function noteProof(db: Db, sessionId: string): Promise<void> {
  await db.$executeRaw`update staff_session set proven_at = clock_timestamp() where id = ${sessionId}::uuid`;
}
