import { recordAudit } from "#lib/audit/record-audit.ts";
import { isRole } from "#lib/contract/permissions.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { GroupRole } from "#lib/kernel/env-oidc.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import { actingAs } from "./acting-as.ts";
import { endInvitationsOf } from "./end-invitations.ts";
import { enter, type SignedIn } from "./enter.ts";
import { accountByName } from "#lib/kernel/tenants.ts";
import { type From, insertUser, type UserRow } from "./staff-store.ts";
import { waitingFor } from "./link-store.ts";
import {
  anyUserByEmail,
  type HeldRole,
  isJoined,
  proveIdentity,
  putGroupRole,
  rolesOf,
  userByIdentity,
} from "./sso-store.ts";
import { deleteMembership, lockMembers, membersOf } from "./user-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** What the provider says of a person, its token verified. */
export type SsoPerson = From & {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
  groups: readonly string[];
};

const MOST_NAME = 128;

/**
 * Opens a session for a person the provider has proven: known by its subject, or the first time by a verified address; made
 * anew when one of their groups has a role here, or an invitation waits for them. Roles that groups give are brought in line at each sign-in. Undefined for
 * a person who has no role here and none to come, or may not sign in. A second factor of our own is asked for as of everybody.
 */
export async function signInBySso(app: App, given: SsoPerson): Promise<SignedIn | undefined> {
  const { oidc } = app.env;
  if (!oidc) return undefined;
  const ctx = contextFor(app, { actor: { kind: "public" }, clientAddress: given.clientAddress });
  const groupRoles = oidc.roles.filter(({ group, role }) => given.groups.includes(group) && isRole(role));
  const user = await ctx.transaction(async (tx) => {
    const isInvited = given.email !== undefined && (await waitingFor(tx.db, emailOf(given.email))) !== undefined;
    const found = await personFor(tx, oidc.issuer, given, groupRoles.length > 0 || isInvited);
    if (found) await bringInLine(tx, found, groupRoles);
    return found && (isInvited || (await rolesOf(tx.db, found.id)).length > 0) ? found : undefined;
  });
  if (user) return enter(ctx, user, { ...given, way: "sso", proven: false });
  app.log.warn("sign-in refused", { way: "sso", subject: given.subject, clientAddress: given.clientAddress });
  return undefined;
}

const emailOf = (given: string): string => given.trim().toLowerCase();

async function personFor(tx: Ctx, issuer: string, given: SsoPerson, mayMake: boolean): Promise<UserRow | undefined> {
  const identity = { issuer, subject: given.subject };
  const known = await userByIdentity(tx.db, identity);
  if (known?.disabledAt) return undefined;
  if (known) {
    await proveIdentity(tx.db, identity);
    return known;
  }
  const email = given.email && emailOf(given.email);
  if (!email || !given.emailVerified) return undefined;
  const holder = await anyUserByEmail(tx.db, email);
  if (holder?.disabledAt) return undefined;
  if (!holder && !mayMake) return undefined;
  // An address may be given to another person, a subject never is: another subject is another person.
  if (holder && (await isJoined(tx.db, issuer, holder.id))) return undefined;
  const user = holder ?? { id: tx.id(), email, name: (given.name ?? email).slice(0, MOST_NAME), passwordHash: null };
  if (!holder) await insertUser(tx, user);
  await proveIdentity(tx.db, identity, user.id);
  await recordAudit(actingAs(tx, user, undefined), { action: "user.sso", objectKind: "user", objectId: user.id });
  await queueMail(tx, email, () => ({ subject: lettersText.signIn.sso, text: lettersText.signIn.ssoText(issuer) }));
  return user;
}

async function bringInLine(tx: Ctx, user: UserRow, groupRoles: readonly GroupRole[]): Promise<void> {
  const wanted = await wantedOf(tx, groupRoles);
  const held = new Map((await rolesOf(tx.db, user.id)).map((one) => [one.accountId, one]));
  for (const accountId of new Set([...wanted.keys(), ...held.keys()]))
    await alignRole(tx, user, { accountId, role: wanted.get(accountId), before: held.get(accountId) });
}

/** The role in each account that the groups give; the first that is named counts. */
async function wantedOf(tx: Ctx, groupRoles: readonly GroupRole[]): Promise<Map<string, string>> {
  const wanted = new Map<string, string>();
  for (const { role, account: name } of groupRoles) {
    const account = await accountByName(tx, name);
    if (account && !wanted.has(account.id)) wanted.set(account.id, role);
  }
  return wanted;
}

type Aligning = { accountId: string; role: string | undefined; before: HeldRole | undefined };

/**
 * Brings one account's role in line. What was given here stays, and so do the last administrator and everyone the account was
 * shut to: with the next group they would come in again.
 */
async function alignRole(tx: Ctx, user: UserRow, { accountId, role, before }: Aligning): Promise<void> {
  if (before?.role === role || (before && before.source !== "SSO")) return;
  if (role === undefined && before?.disabledAt) return;
  await lockMembers(tx.db, accountId);
  if (before && (await isLastAdmin(tx, accountId, user.id))) return;
  if (role === undefined) await deleteMembership(tx.db, user.id, accountId);
  else await putGroupRole(tx.db, user.id, accountId, role);
  const command = role === undefined ? "remove" : before ? "role" : "join";
  await audit(tx, user, accountId, command, { by: "SSO", role: role ?? before?.role });
  await endInvitationsOf(actingAs(tx, user, undefined), user.id);
}

/** Whether an account would have nobody to administrate it without this person, whatever the provider says. */
async function isLastAdmin(tx: Ctx, accountId: string, userId: string): Promise<boolean> {
  const admins = (await membersOf(tx.db, accountId)).filter(
    ({ role, disabled_at }) => role === "admin" && disabled_at === null,
  );
  return admins.length === 1 && admins[0]?.id === userId;
}

function audit(
  tx: Ctx,
  user: UserRow,
  accountId: string,
  command: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const facts = { action: `user.${command}`, accountId, objectKind: "user", objectId: user.id, detail };
  return recordAudit(actingAs(tx, user, undefined), facts);
}
