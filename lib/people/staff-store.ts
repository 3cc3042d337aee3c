import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { factorRules } from "./factor-rules.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { Staff, StaffAccount } from "./session.ts";
import * as sql from "./staff.sql.ts";

/** Where a session was opened, and whether a second factor was shown for it. */
export type Opening = { clientAddress?: string | undefined; agent?: string | undefined; proven?: boolean };

const MOST_AGENT = 300;

export async function insertSession(
  app: App,
  userId: string,
  lifetimeMs: number,
  { clientAddress, agent, proven = false }: Opening,
): Promise<string> {
  const id = uuidv7();
  const seconds = lifetimeMs / 1000;
  const kept = agent?.slice(0, MOST_AGENT);
  await sql.insertSession(app.database.prisma, { id, userId, seconds, clientAddress, agent: kept, proven });
  return id;
}

/** Notes that a session is in use. */
export async function touchSession(app: App, sessionId: string): Promise<void> {
  await sql.touchSession(app.database.prisma, { sessionId });
}

export async function revokeSession(app: App, sessionId: string): Promise<void> {
  await sql.revokeSession(app.database.prisma, { sessionId });
}

/** The user of a session that is neither over nor revoked, with the accounts in order of their names. */
export async function staffOfSession(
  app: App,
  sessionId: string,
): Promise<{ staff: Staff; seenLately: boolean } | undefined> {
  const rows = await sql.staffOfSession(app.database.prisma, { sessionId });
  const [first] = rows;
  if (!first) return undefined;
  const staff: Staff = {
    sessionId,
    userId: first.user_id,
    name: first.name,
    email: first.email,
    enrolled: first.enrolled,
    provenAt: first.proven_at?.getTime(),
    accounts: rows.filter(({ is_house }) => !is_house).flatMap(membershipOf),
    house: rows.filter(({ is_house }) => is_house).flatMap(membershipOf)[0],
  };
  return { staff, seenLately: first.seen };
}

const membershipOf = (row: RowOf<typeof sql.staffOfSession>): StaffAccount[] =>
  row.account_id && row.account_name && row.role
    ? [{ id: row.account_id, name: row.account_name, role: row.role, ...rulesOf(row) }]
    : [];

function rulesOf({
  factor_rule: secondFactor,
  step_up_ms: stepUpMs,
}: Pick<RowOf<typeof sql.staffOfSession>, "factor_rule" | "step_up_ms">) {
  const { required, stepUpMs: lasts } = factorRules({ secondFactor, stepUpMs });
  return { factorRequired: required, stepUpMs: lasts };
}

export type UserRow = { id: string; email: string; name: string; passwordHash: string };

/** The active user with this e-mail address, given in lower case. */
export async function userByEmail({ database }: App, email: string): Promise<UserRow | undefined> {
  const user = await database.prisma.staffUser.findUnique({
    select: { id: true, email: true, name: true, passwordHash: true },
    where: { email, disabledAt: null },
  });
  return user ?? undefined;
}

export async function insertUser(ctx: Ctx, user: UserRow): Promise<void> {
  await ctx.db.staffUser.create({ data: user, select: { id: true } });
}

/** Gives a user a role in an account, or changes it. */
export async function putMembership(ctx: Ctx, userId: string, accountId: string, role: string): Promise<void> {
  await ctx.db.membership.upsert({
    where: { userId_accountId: { userId, accountId } },
    create: { userId, accountId, role },
    update: { role },
  });
}

export async function insertAccount(ctx: Ctx, id: string, name: string): Promise<void> {
  await ctx.db.account.create({ data: { id, name }, select: { id: true } });
}
