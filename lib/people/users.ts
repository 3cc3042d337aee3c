import { randomBytes } from "node:crypto";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import { createUser } from "./create-user.ts";
import { endRecoveryCodes, endTotp } from "./factor-store.ts";
import { endPasskeysOf } from "./passkey-store.ts";
import { hashPassword } from "./passwords.ts";
import type { Role } from "#lib/contract/permissions.ts";
import { putMembership, userByEmail } from "./staff-store.ts";
import type {
  changeUserEndpoint,
  getUsersEndpoint,
  makeUserEndpoint,
  resetPasswordEndpoint,
  resetSecondFactorEndpoint,
  UserRecord,
} from "./user-contract.ts";
import {
  accountsOfUser,
  lockMembers,
  type MemberRow,
  membersOf,
  revokeSessionsOf,
  setDisabled,
  setPasswordHash,
} from "./user-store.ts";

/** The people of the account, by name. */
export async function getUsers(ctx: Ctx): Promise<OutputOf<typeof getUsersEndpoint>> {
  return { data: (await membersOf(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/**
 * Gives a person a role in the account. A new person gets a password, answered this once; a person of another account
 * keeps theirs. Refuses with INVALID_STATE a person who has a role here already.
 */
export async function makeUser(
  ctx: Ctx,
  input: InputOf<typeof makeUserEndpoint>,
): Promise<OutputOf<typeof makeUserEndpoint>> {
  const account = accountOf(ctx);
  const known = await userByEmail(ctx.app, input.email.trim().toLowerCase());
  return ctx.transaction(async (tx) => {
    const members = await lockMembers(tx.db, account.id);
    if (known && members.some(({ id }) => id === known.id))
      throw new Refusal("INVALID_STATE", `${input.email} has a role in ${account.name} already; change that one.`);
    const made = known
      ? await joined(tx, known.id, input.role)
      : await createUser(tx, { ...input, memberships: [{ accountId: account.id, role: input.role }] });
    const record = await memberOf(tx, made.userId);
    await queueMail(tx, record.email, {
      subject: `you are ${record.role} of ${account.name}`,
      text: `${record.name}, you may now sign in as ${record.role} of ${account.name}. Whoever added you has your password.`,
    });
    await answerWith(tx, record);
    return { ...record, ...(made.password !== undefined && { password: made.password }) };
  });
}

async function joined(ctx: Ctx, userId: string, role: Role): Promise<{ userId: string; password?: never }> {
  await putMembership(ctx, userId, accountOf(ctx).id, role);
  await audit(ctx, "join", userId, { role });
  return { userId };
}

/**
 * Changes a person's role, or shuts the door to them or opens it again; both count with their next request. The account
 * keeps at least one administrator who may sign in: INVALID_STATE otherwise.
 */
export async function changeUser(
  ctx: Ctx,
  input: InputOf<typeof changeUserEndpoint>,
): Promise<OutputOf<typeof changeUserEndpoint>> {
  const { userId, role, disabled } = input;
  return ctx.transaction(async (tx) => {
    const account = accountOf(tx);
    const before = await lockedMember(tx, userId);
    if (role !== undefined && role !== before.role) {
      await putMembership(tx, userId, account.id, role);
      await audit(tx, "role", userId, { before: before.role, after: role });
    }
    if (disabled !== undefined && disabled !== (before.disabled_at !== null)) {
      await refuseShared(tx, userId);
      await setDisabled(tx.db, userId, disabled);
      await audit(tx, disabled ? "disable" : "enable", userId, { email: before.email });
    }
    await needAdmin(tx);
    return answerWith(tx, await memberOf(tx, userId));
  });
}

/** Gives a person a new password, answered this once, and ends all their sessions. */
export async function resetPassword(
  ctx: Ctx,
  { userId }: InputOf<typeof resetPasswordEndpoint>,
): Promise<OutputOf<typeof resetPasswordEndpoint>> {
  const password = randomBytes(12).toString("base64url");
  const hash = await hashPassword(password);
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    await refuseShared(tx, userId);
    await setPasswordHash(tx.db, userId, hash);
    await revokeSessionsOf(tx.db, userId);
    await audit(tx, "password", userId, {});
    await queueMail(tx, member.email, {
      subject: "your password was changed",
      text: "An administrator gave you a new password and ended your sessions. If you know nothing of it, ask them.",
    });
    await answerWith(tx, { userId });
    return { userId, password };
  });
}

/**
 * Removes the second factors of a person who has lost them, and ends all their sessions. INVALID_STATE where they have
 * none, or work for other accounts too.
 */
export function resetSecondFactor(
  ctx: Ctx,
  { userId }: InputOf<typeof resetSecondFactorEndpoint>,
): Promise<OutputOf<typeof resetSecondFactorEndpoint>> {
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    if (!member.second_factor) throw new Refusal("INVALID_STATE", "This person has no second factor.");
    await refuseShared(tx, userId);
    await endTotp(tx.db, userId);
    await endPasskeysOf(tx.db, userId);
    await endRecoveryCodes(tx.db, userId);
    await revokeSessionsOf(tx.db, userId);
    await audit(tx, "second-factor.reset", userId, { email: member.email });
    await queueMail(tx, member.email, {
      subject: "your second factor was reset",
      text: "An administrator took your second factor away and ended your sessions. If you know nothing of it, ask them.",
    });
    return answerWith(tx, await memberOf(tx, userId));
  });
}

async function lockedMember(ctx: Ctx, userId: string): Promise<MemberRow> {
  const members = await lockMembers(ctx.db, accountOf(ctx).id);
  const found = isId(userId) ? members.find(({ id }) => id === userId) : undefined;
  if (!found) throw new Refusal("NOT_FOUND", "Nobody with this id has a role in this account.");
  return found;
}

/** What a person is, beyond a role here, is not one account's to decide while they work for others too. */
async function refuseShared(ctx: Ctx, userId: string): Promise<void> {
  if ((await accountsOfUser(ctx.db, userId)) <= 1) return;
  throw new Refusal("INVALID_STATE", "This person works for other accounts too; only their role here can be changed.");
}

async function needAdmin(ctx: Ctx): Promise<void> {
  const members = await membersOf(ctx.db, accountOf(ctx).id);
  if (members.some(({ role, disabled_at }) => role === "admin" && disabled_at === null)) return;
  throw new Refusal("INVALID_STATE", "The account needs an administrator; make somebody else one first.");
}

async function memberOf(ctx: Ctx, userId: string): Promise<UserRecord> {
  const found = (await membersOf(ctx.db, accountOf(ctx).id)).find(({ id }) => id === userId);
  if (!found) throw new Error("a member just written is not there");
  return recordOf(found);
}

function audit(ctx: Ctx, command: string, userId: string, detail: Record<string, unknown>): Promise<void> {
  return recordAudit(ctx, { action: `user.${command}`, objectKind: "user", objectId: userId, detail });
}

function recordOf(row: MemberRow): UserRecord {
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.disabled_at ? "DISABLED" : "ACTIVE",
    createdAt: row.created_at.getTime(),
    secondFactor: row.second_factor,
    ...(row.last_sign_in && { lastSignInAt: row.last_sign_in.getTime() }),
  };
}
