import type { Db } from "#lib/kernel/database.ts";
import type { Role } from "#lib/contract/permissions.ts";

export type MemberRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  created_at: Date;
  disabled_at: Date | null;
  last_sign_in: Date | null;
  second_factor: boolean;
};

/** Who has a role in the account, by name. */
export function membersOf(db: Db, accountId: string): Promise<MemberRow[]> {
  return db.$queryRaw<MemberRow[]>`
    select u.id, u.email, u.name, m.role, u.created_at, u.disabled_at, has_second_factor(u.id) as second_factor,
      (select max(s.created_at) from staff_session s where s.user_id = u.id) as last_sign_in
    from membership m join staff_user u on u.id = m.user_id
    where m.account_id = ${accountId}::uuid order by u.name, u.id`;
}

/** The same, the account locked: whoever counts its administrators counts alone. */
export async function lockMembers(db: Db, accountId: string): Promise<MemberRow[]> {
  await db.$queryRaw`select 1 as one from account where id = ${accountId}::uuid for update`;
  return membersOf(db, accountId);
}

/** In how many accounts a person has a role. */
export function accountsOfUser(db: Db, userId: string): Promise<number> {
  return db.membership.count({ where: { userId } });
}

export async function setDisabled(db: Db, userId: string, disabled: boolean): Promise<void> {
  await db.staffUser.update({ where: { id: userId }, data: { disabledAt: disabled ? new Date() : null } });
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.staffUser.update({ where: { id: userId }, data: { passwordHash } });
}

/** Ends every session of a person. */
export async function revokeSessionsOf(db: Db, userId: string): Promise<void> {
  await db.staffSession.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}
