import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { RAISED_BY, RAISED_BY_AT_HOUSE } from "#lib/kernel/sql-facts.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueMail, type Wording } from "#lib/mail/queue-mail.ts";
import type { AnyRole } from "#lib/contract/permissions.ts";
import { noteAuthority } from "./authority.ts";
import { endInvitationsOf } from "./end-invitations.ts";
import { auditEverywhere } from "./enter.ts";
import type { leaveAccountEndpoint } from "./me-contract.ts";
import { personOf } from "./me.ts";
import { needOwnSignIn } from "./own-password.ts";
import { isMailed, sendLink } from "./send-link.ts";
import { putMembership } from "./staff-store.ts";
import type {
  changeUserEndpoint,
  getUsersEndpoint,
  removePersonEndpoint,
  resetPasswordEndpoint,
  resetSecondFactorEndpoint,
  UserRecord,
} from "./user-contract.ts";
import { accountsOf, deleteMembership, lockMembers, type MemberRow, membersOf, setDisabled } from "./user-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** The people of the account, by name. */
export async function getUsers(ctx: Ctx): Promise<OutputOf<typeof getUsersEndpoint>> {
  return { data: (await membersOf(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/** What becomes of a person, in an account or in the house. */
export type WantedChange = Omit<InputOf<typeof changeUserEndpoint>, "role"> & { role?: AnyRole | undefined };

/** Changes a person's role in the account, or shuts the account to them or opens it again, in one transaction. */
export async function changeUser(
  ctx: Ctx,
  { userId, role, disabled }: WantedChange,
): Promise<OutputOf<typeof changeUserEndpoint>> {
  return ctx.transaction(async (tx) => {
    const before = await lockedMember(tx, userId);
    if (role !== undefined && role !== before.role) await changeRole(tx, { userId, role });
    if (disabled === true && before.disabled_at === null) await disablePerson(tx, { userId });
    if (disabled === false && before.disabled_at !== null) await reactivatePerson(tx, { userId });
    return answerWith(tx, await memberOf(tx, userId));
  });
}

/**
 * Gives a person another role here; it counts with their next request. Refuses with INVALID_STATE one that a group of the
 * single sign-on gives: their next sign-in would give it again.
 */
export function changeRole(ctx: Ctx, { userId, role }: { userId: string; role: AnyRole }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const before = await lockedMember(tx, userId);
    refuseGiven(before);
    const { id: accountId } = accountOf(tx);
    await putMembership(tx, userId, accountId, role, { approvalId: tx.approval?.approvalId });
    if (raises(before.role, role, await isAtHouse(tx))) await noteAuthority(tx, "promoted", { userId, accountId });
    await audit(tx, "role", userId, { before: before.role, after: role });
    await endInvitationsOf(tx, userId);
    await needAdmin(tx);
  });
}

/** Shuts this account to a person, at once and in open streams; other accounts of theirs stay as they are. */
export function disablePerson(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    await setDisabled(tx.db, userId, accountOf(tx).id, { disabled: true });
    await audit(tx, "disable", userId, {});
    await endInvitationsOf(tx, userId);
    await needAdmin(tx);
    await notifyMember(tx, member, "disabled");
  });
}

/** Opens this account to a person again, in the role they had. */
export function reactivatePerson(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    const { id: accountId } = accountOf(tx);
    await setDisabled(tx.db, userId, accountId, { disabled: false, approvalId: tx.approval?.approvalId });
    await noteAuthority(tx, "reactivated", { userId, accountId });
    await audit(tx, "enable", userId, {});
    await notifyMember(tx, member, "restored");
  });
}

/**
 * Takes a person's membership away, at once. The last administrator stays, and who has it by a group of the single sign-on,
 * whose next sign-in would make it again: INVALID_STATE.
 */
export function removePerson(
  ctx: Ctx,
  { userId }: InputOf<typeof removePersonEndpoint>,
): Promise<OutputOf<typeof removePersonEndpoint>> {
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    if (tx.app.env.oidc) refuseGiven(member);
    await endMembership(tx, member, "remove");
    await notifyMember(tx, member, "removed");
    return answerWith(tx, { userId, removed: true });
  });
}

/**
 * Leaves, of one's own will, the account that is named. Refuses with ACCOUNT_REQUIRED where none is and there are several,
 * with NOT_FOUND one that the person does not belong to, with INVALID_STATE its last administrator.
 */
export function leaveAccount(
  ctx: Ctx,
  { account: named }: InputOf<typeof leaveAccountEndpoint>,
): Promise<OutputOf<typeof leaveAccountEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    const held = await accountsOf(tx.db, userId);
    if (named === undefined && held.length > 1)
      throw new Refusal("ACCOUNT_REQUIRED", "Name the account to leave in account: you belong to several.");
    const account = named === undefined ? held[0] : held.find(({ id, name }) => id === named || name === named);
    if (!account) throw new Refusal("NOT_FOUND", "You do not belong to this account.");
    // One's own sign-in acts for no account that is chosen: what is left is the one named, not the context's.
    const there: Ctx = { ...tx, account };
    await endMembership(there, await lockedMember(there, userId), "leave");
    return answerWith(tx, { left: true });
  });
}

function refuseGiven({ source }: MemberRow): void {
  if (source === "SSO")
    throw new Refusal(
      "INVALID_STATE",
      "A group of the single sign-on gives this role: change the group there, or shut the account to this person here.",
    );
}

async function endMembership(tx: Ctx, { id, role }: MemberRow, command: string): Promise<void> {
  must(await deleteMembership(tx.db, id, accountOf(tx).id), "a member just locked has a membership");
  await audit(tx, command, id, { role });
  await endInvitationsOf(tx, id);
  await needAdmin(tx);
}

/**
 * Sends a person a one-time link to their own address, to set a new password or to take their second factors away. Nothing
 * of theirs changes until they use it; nobody else sees it.
 */
export function resetPerson(
  ctx: Ctx,
  { userId, kind }: { userId: string; kind: "PASSWORD" | "FACTOR" },
): Promise<{ userId: string; mailed: boolean; link: string }> {
  return ctx.transaction(async (tx) => {
    const member = await lockedMember(tx, userId);
    if (kind === "FACTOR" && !member.second_factor)
      throw new Refusal("INVALID_STATE", "This person has no second factor.");
    if (kind === "PASSWORD") await needOwnSignIn(tx, userId);
    await auditEverywhere(tx, userId, kind === "FACTOR" ? "second-factor.reset" : "password.reset");
    await noteAuthority(tx, "reset", { userId, accountId: accountOf(tx).id });
    const link = await sendLink(tx, { kind, userId }, member.email, LETTERS[kind](accountOf(tx).name));
    return { userId, mailed: isMailed(tx), link };
  });
}

const LETTERS: Readonly<Record<"PASSWORD" | "FACTOR", (account: string) => Wording>> = {
  PASSWORD: (account) => () => ({
    subject: lettersText.password.subject,
    text: lettersText.password.reset(account),
  }),
  FACTOR: (account) => () => ({ subject: lettersText.factor.subject, text: lettersText.factor.reset(account) }),
};

/** Sends a person a link to set a new password. */
export function resetPassword(
  ctx: Ctx,
  { userId }: InputOf<typeof resetPasswordEndpoint>,
): Promise<OutputOf<typeof resetPasswordEndpoint>> {
  return answeredReset(ctx, userId, "PASSWORD");
}

/** Sends a person a link that takes their second factors away. INVALID_STATE where they have none. */
export function resetSecondFactor(
  ctx: Ctx,
  { userId }: InputOf<typeof resetSecondFactorEndpoint>,
): Promise<OutputOf<typeof resetSecondFactorEndpoint>> {
  return answeredReset(ctx, userId, "FACTOR");
}

function answeredReset(ctx: Ctx, userId: string, kind: "PASSWORD" | "FACTOR") {
  return ctx.transaction(async (tx) => {
    const { mailed } = await resetPerson(tx, { userId, kind });
    return answerWith(tx, { userId, mailed });
  });
}

/**
 * Whether a role carries what the other did not: of an administrator's nothing, but that an auditor of the house reads every
 * account.
 */
export function raises(before: string, after: string, ofHouse: boolean): boolean {
  const raised: Readonly<Record<string, readonly string[]>> = ofHouse ? RAISED_BY_AT_HOUSE : RAISED_BY;
  return raised[before]?.includes(after) ?? false;
}

/** Whether the house's own people are meant. */
export const isAtHouse = async (ctx: Ctx): Promise<boolean> => accountOf(ctx).id === (await houseOf(ctx.app)).id;

/** The role that a person has in a tenant now; undefined where they have none. */
export async function roleIn(ctx: Ctx, tenantId: string, userId: string): Promise<string | undefined> {
  return (await membersOf(ctx.db, tenantId)).find(({ id }) => id === userId)?.role;
}

export async function lockedMember(ctx: Ctx, userId: string): Promise<MemberRow> {
  const members = await lockMembers(ctx.db, accountOf(ctx).id);
  const found = isId(userId) ? members.find(({ id }) => id === userId) : undefined;
  if (!found) throw new Refusal("NOT_FOUND", "Nobody with this id has a role in this account.");
  return found;
}

/** The account keeps at least one administrator who may sign in. */
async function needAdmin(ctx: Ctx): Promise<void> {
  const members = await membersOf(ctx.db, accountOf(ctx).id);
  if (members.some(({ role, disabled_at }) => role === "admin" && disabled_at === null)) return;
  throw new Refusal("INVALID_STATE", "The account needs an administrator; make somebody else one first.");
}

function notifyMember(ctx: Ctx, { email }: MemberRow, what: "disabled" | "restored" | "removed"): Promise<void> {
  const { name } = accountOf(ctx);
  const { member } = lettersText;
  return queueMail(ctx, email, () => ({ subject: member[what](name), text: member[`${what}Text`](name) }));
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
