import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { type Voice, voiceFrom } from "#lib/contract/voice.ts";
import * as sql from "./mail.sql.ts";

export type NewMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  linkSealed: Uint8Array<ArrayBuffer> | null;
  /** The notification rule that it tells by. */
  ruleId: string | undefined;
};

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.mail.create({ data: { ...mail, ruleId: mail.ruleId ?? null }, select: { id: true } });
}

/** Puts another name in the place of a recipient; letters that wait for them are given up, and what they say is gone. */
export async function renameRecipient(db: Db, recipient: string, other: string): Promise<void> {
  const gone = { recipient: other, subject: "", body: "", linkSealed: null, nextAt: null, error: null };
  await db.mail.updateMany({ where: { recipient }, data: gone });
}

export type DueMail = RowOf<typeof sql.takeDueMail>;

/** Takes due mail and puts its next try off, so that no other process sends it meanwhile. */
export function takeDueMail(db: Db, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  return sql.takeDueMail(db, { leaseSeconds, limit });
}

export async function markSent(db: Db, id: string): Promise<void> {
  await sql.markSent(db, { id });
}

/** Keeps why it was not sent; without a wait it is given up. */
export async function markFailed(db: Db, id: string, error: string, waitSeconds: number | undefined): Promise<void> {
  await sql.markFailed(db, { error, waitSeconds, id });
}

const CHOICES = { language: true, numbers: true, zone: true } as const;

/** How those of the addresses read that are of people of the desk. */
export async function voicesOf(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, Voice>> {
  const select = { email: true, ...CHOICES };
  const rows = await db.staffUser.findMany({ select, where: { email: { in: [...addresses] } } });
  return new Map(rows.map((row) => [row.email, voiceFrom(row)]));
}

/** How a person reads. */
export async function voiceById(db: Db, userId: string): Promise<Voice | undefined> {
  const row = await db.staffUser.findUnique({ select: CHOICES, where: { id: userId } });
  return row ? voiceFrom(row) : undefined;
}

/** Everybody of an account, or of several, those in a role there, or one of its people. */
export type Recipients = { accountId: string | readonly string[]; role?: string; userId?: string };

/** Addresses of those who have a role in an account, or this one there, or of one of them; of who may sign in. */
export async function memberAddresses(db: Db, { accountId, ...whom }: Recipients): Promise<string[]> {
  const rows = await db.membership.findMany({
    select: { user: { select: { email: true } } },
    where: { ...whom, accountId: { in: [accountId].flat() }, disabledAt: null, user: { disabledAt: null } },
    orderBy: { user: { email: "asc" } },
  });
  return [...new Set(rows.map(({ user }) => user.email))];
}
