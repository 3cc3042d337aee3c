import { createHash } from "node:crypto";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db, Prisma } from "#lib/kernel/database.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { factorRules } from "./factor-rules.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { Staff, StaffAccount } from "./session.ts";
import * as sql from "./staff.sql.ts";
import * as throttle from "./throttle.sql.ts";

/** From where a person comes: address, what the browser calls itself, and what its device cookie holds. */
export type From = { clientAddress?: string | undefined; agent?: string | undefined; device?: string | undefined };
/** Where a session was opened and how, whether a second factor was shown for it, and with which request. */
export type Opening = From & { proven?: boolean; way?: string; requestId?: string };

const MOST_AGENT = 300;
/** How long a device or an address that has signed a person in is known as theirs. */
const KNOWN_DAYS = 90;

/** What is kept of a device's cookie. */
const deviceDigest = (device: string | undefined): Uint8Array<ArrayBuffer> | undefined =>
  device === undefined ? undefined : new Uint8Array(createHash("sha256").update(device).digest());

export async function insertSession(
  db: Db,
  userId: string,
  lifetimeMs: number,
  { clientAddress, agent, device, proven = false, way = "password", requestId }: Opening,
): Promise<string> {
  const id = uuidv7();
  const seconds = lifetimeMs / 1000;
  const agentText = agent?.slice(0, MOST_AGENT);
  const digest = deviceDigest(device);
  const opened = { id, userId, seconds, clientAddress, agent: agentText, deviceDigest: digest, proven, way };
  await sql.openSession(db, { ...opened, requestId: requestId ?? id });
  return id;
}

/** Whether a person was signed in before: by this device, elsewhere alone, or never. */
export async function hasOpenedBefore(
  db: Db,
  userId: string,
  device: string | undefined,
): Promise<"HERE" | "ELSEWHERE" | "NEVER"> {
  const [row] = await sql.openedBefore(db, { userId, device: deviceDigest(device), days: KNOWN_DAYS });
  if (!row?.ever) return "NEVER";
  return row.here ? "HERE" : "ELSEWHERE";
}

/** Who has this e-mail address, in lower case, and whether they were signed in from here lately. */
export async function whoSignsIn(
  app: App,
  email: string,
  { clientAddress: address, device }: From,
): Promise<{ user: UserRow | undefined; deviceKnown: boolean; addressKnown: boolean }> {
  const query = { email, address, device: deviceDigest(device), days: KNOWN_DAYS };
  const [row] = await throttle.whoSignsIn(app.database.prisma, query);
  const user =
    row?.id && row.email && row.name !== null
      ? { id: row.id, email: row.email, name: row.name, passwordHash: row.password_hash }
      : undefined;
  return { user, deviceKnown: row?.device_known ?? false, addressKnown: row?.address_known ?? false };
}

/** Notes that a session is in use. */
export async function touchSession(app: App, sessionId: string): Promise<void> {
  await sql.touchSession(app.database.prisma, { sessionId });
}

/** Ends a session; answers whose it was, if it was open. */
export async function revokeSession(db: Db, sessionId: string): Promise<string | undefined> {
  const [row] = await sql.revokeSession(db, { sessionId });
  return row?.user_id;
}

/** The user of an open session, with the accounts in order of their names. Not used for `idleMs`, it is over. */
export async function staffOfSession(
  app: App,
  sessionId: string,
  idleMs: number,
): Promise<{ staff: Staff; seenLately: boolean } | undefined> {
  const rows = await sql.staffOfSession(app.database.prisma, { sessionId, idleSeconds: idleMs / 1000 });
  const [first] = rows;
  if (!first) return undefined;
  const staff: Staff = {
    sessionId,
    userId: first.user_id,
    name: first.name,
    email: first.email,
    enrolled: first.enrolled,
    provenAt: first.proven_at?.getTime(),
    accounts: rows.filter(({ is_house }) => !is_house).flatMap((row) => membershipOf(app.mode, row)),
    house: rows.filter(({ is_house }) => is_house).flatMap((row) => membershipOf(app.mode, row))[0],
  };
  return { staff, seenLately: first.seen };
}

const membershipOf = (mode: App["mode"], row: RowOf<typeof sql.staffOfSession>): StaffAccount[] =>
  row.account_id && row.account_name && row.role
    ? [{ id: row.account_id, name: row.account_name, role: row.role, ...rulesOf(mode, row) }]
    : [];

function rulesOf(
  mode: App["mode"],
  {
    factor_rule: secondFactor,
    step_up_ms: stepUpMs,
  }: Pick<RowOf<typeof sql.staffOfSession>, "factor_rule" | "step_up_ms">,
) {
  const { required, stepUpMs: lasts } = factorRules(mode, { secondFactor, stepUpMs });
  return { factorRequired: required, stepUpMs: lasts };
}

export const USER = { id: true, email: true, name: true, passwordHash: true } as const;
export type UserRow = Prisma.StaffUserGetPayload<{ select: typeof USER }>;

/** The active user with this e-mail address, given in lower case. */
export async function userByEmail({ database }: App, email: string): Promise<UserRow | undefined> {
  const user = await database.prisma.staffUser.findUnique({
    select: USER,
    where: { email, disabledAt: null },
  });
  return user ?? undefined;
}

/** Anybody with this e-mail address, also one who may not sign in. */
export async function personByEmail(db: Db, email: string): Promise<{ id: string } | undefined> {
  return (await db.staffUser.findUnique({ where: { email }, select: { id: true } })) ?? undefined;
}

export async function insertUser(ctx: Ctx, user: UserRow): Promise<void> {
  await ctx.db.staffUser.create({ data: user, select: { id: true } });
}

/** Gives a user a role in an account, or another one there; how long they hold it counts from now. */
export async function putMembership(
  ctx: Ctx,
  userId: string,
  accountId: string,
  role: string,
  given: { invitedBy?: string | undefined; approvalId?: string | undefined } = {},
): Promise<void> {
  const { invitedBy = null, approvalId = null } = given;
  const held = { role, roleSince: new Date(), approvalId };
  const { count } = await ctx.db.membership.updateMany({ where: { userId, accountId }, data: held });
  if (count === 0) await ctx.db.membership.create({ data: { userId, accountId, role, invitedBy, approvalId } });
}

export async function insertAccount(ctx: Ctx, id: string, name: string): Promise<void> {
  await ctx.db.account.create({ data: { id, name }, select: { id: true } });
}
