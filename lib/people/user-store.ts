import type { RowOf } from "#lib/kernel/statement.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import * as sql from "./user.sql.ts";

export type MemberRow = RowOf<typeof sql.membersOf>;

/** Who has a role in the account, by name. */
export function membersOf(db: Db, accountId: string): Promise<MemberRow[]> {
  return sql.membersOf(db, { accountId });
}

/** The same, with the account locked: only one transaction at a time counts its administrators. */
export async function lockMembers(db: Db, accountId: string): Promise<MemberRow[]> {
  await sql.lockMembers(db, { accountId });
  return membersOf(db, accountId);
}

/** The names of the accounts that a person has a role in. */
export async function accountNamesOf(db: Db, userId: string): Promise<string[]> {
  const held = await db.membership.findMany({ where: { userId }, select: { account: { select: { name: true } } } });
  return held.map(({ account }) => account.name);
}

/** The accounts that are open to a person, the house among them. */
export async function accountsOf(db: Db, userId: string): Promise<AccountRef[]> {
  const account = { select: { id: true, name: true } };
  const held = await db.membership.findMany({ where: { userId, disabledAt: null }, select: { account } });
  return held.map((one) => one.account);
}

/** Shuts one account to a person, or opens it again; how long they hold their role counts from then. */
export async function setDisabled(
  db: Db,
  userId: string,
  accountId: string,
  { disabled, approvalId = null }: { disabled: boolean; approvalId?: string | null | undefined },
): Promise<void> {
  await db.membership.update({
    where: { userId_accountId: { userId, accountId } },
    data: disabled ? { disabledAt: new Date() } : { disabledAt: null, roleSince: new Date(), approvalId },
  });
}

/** Takes a membership away; false when there is none. */
export async function deleteMembership(db: Db, userId: string, accountId: string): Promise<boolean> {
  const { count } = await db.membership.deleteMany({ where: { userId, accountId } });
  return count === 1;
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.staffUser.update({ where: { id: userId }, data: { passwordHash } });
}

/** Ends every session of a person. */
export async function revokeSessionsOf(db: Db, userId: string): Promise<void> {
  await db.staffSession.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}

/** The digest of what a person signs in with, as they have set it, by which the check knows it again. */
export async function digestOfSignIn(db: Db, userId: string): Promise<string> {
  const [row] = await sql.digestOfSignIn(db, { userId });
  must(row, "a digest is one row");
  return row.digest;
}
