import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./personal.sql.ts";

/** Forgets from where sessions of long ago were opened; answers how many. */
export function deleteSessionOrigins(db: Db, days: number): Promise<number> {
  return sql.deleteVisits(db, { days });
}

export type ReviewRow = RowOf<typeof sql.reviewRows>;

/** Each membership of an account, or of all. */
export function reviewRows(db: Db, accountId: string | undefined): Promise<ReviewRow[]> {
  return sql.reviewRows(db, { accountId });
}

/** Everything that is kept about a person, but no secret of theirs. */
export async function personalData(db: Db, userId: string) {
  const person = await db.staffUser.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      language: true,
      numbers: true,
      zone: true,
      createdAt: true,
      disabledAt: true,
      memberships: { select: { role: true, roleSince: true, disabledAt: true, account: { select: { name: true } } } },
      staffSessions: {
        select: {
          createdAt: true,
          expiresAt: true,
          revokedAt: true,
          seenAt: true,
          provenAt: true,
          clientAddress: true,
          agent: true,
        },
      },
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true, endedAt: true } },
      totps: { select: { createdAt: true, confirmedAt: true, endedAt: true } },
      savedViews: { select: { page: true, name: true, query: true } },
    },
  });
  if (!person) return undefined;
  const invitations = await db.invitation.findMany({
    where: { OR: [{ email: person.email }, { acceptedBy: userId }] },
    select: { role: true, madeAt: true, acceptedAt: true, revokedAt: true, account: { select: { name: true } } },
  });
  const mailed = await db.mail.findMany({
    where: { recipient: person.email },
    select: { subject: true, madeAt: true, sentAt: true },
  });
  return { ...person, invitations, letters: mailed, audit: await sql.auditOf(db, { userId }) };
}

/** How an erased person read tells of them too. */
const NO_CHOICE = { language: null, numbers: null, zone: null };

/** Puts a pseudonym in the place of a person's name and address, everywhere but in what is sealed. */
export async function erase(db: Db, userId: string, email: string, pseudonym: string): Promise<void> {
  const now = new Date();
  const sessions = { clientAddress: null, agent: null, deviceDigest: null };
  await db.staffSession.updateMany({ where: { userId }, data: sessions });
  await db.staffPasskey.updateMany({ where: { userId }, data: { name: "erased" } });
  await db.oneTimeLink.updateMany({ where: { userId, usedAt: null, endedAt: null }, data: { endedAt: now } });
  await db.invitation.updateMany({
    where: { email, acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
  await db.invitation.updateMany({ where: { email }, data: { email: pseudonym, name: null } });
  await db.staffUser.update({
    where: { id: userId },
    data: { email: pseudonym, name: "Erased person", passwordHash: null, disabledAt: now, erasedAt: now, ...NO_CHOICE },
  });
}
