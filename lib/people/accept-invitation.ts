import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { isAnyRole } from "#lib/contract/permissions.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToAdmins } from "#lib/mail/queue-mail.ts";
import { actingAs } from "./acting-as.ts";
import { activeUser } from "./factor-store.ts";
import type { acceptInvitationEndpoint, openLinkEndpoint } from "./link-contract.ts";
import { acceptInvitationRow, type Invited, agreedBy, openLink, type OpenLink, takeLink } from "./link-store.ts";
import type { joinAccountEndpoint } from "./me-contract.ts";
import { personOf } from "./me.ts";
import { linkDigest } from "./one-time-link.ts";
import { putAuthority } from "./authority-store.ts";
import { needGoodPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { isOfProvider } from "./sso-store.ts";
import { insertUser, personByEmail, putMembership } from "./staff-store.ts";
import { digestOfSignIn, lockMembers, membersOf } from "./user-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { roleName } from "#lib/i18n/role-name.ts";

/** What a link is for, shown to its holder; it stays unused. A link that is none, used or over: NOT_FOUND. */
export async function lookAtLink(
  ctx: Ctx,
  { token }: InputOf<typeof openLinkEndpoint>,
): Promise<OutputOf<typeof openLinkEndpoint>> {
  const link = await needLink(ctx, token);
  const expiresAt = link.expiresAt.getTime();
  if (link.kind !== "INVITATION") {
    const user = await activeUser(ctx.db, link.userId);
    if (!user) throw noLink();
    const asksPassword = link.kind === "FACTOR" ? !(await isLetInByProvider(ctx, user.id)) : undefined;
    return { kind: link.kind, email: user.email, expiresAt, ...(asksPassword !== undefined && { asksPassword }) };
  }
  const { email, account, role, name, usableAt } = link.invitation;
  must(isAnyRole(role), "an invitation is of a known role");
  // With single sign-on alone nobody sets a password: everybody accepts by signing in.
  const known = ctx.app.env.oidc?.only === true || (await personByEmail(ctx.db, email)) !== undefined;
  return {
    kind: link.kind,
    email,
    expiresAt,
    account: account.name,
    role,
    known,
    ...(name && { name }),
    ...(usableAt && { usableAt: usableAt.getTime() }),
  };
}

/** Whether single sign-on alone lets a person in, so that no password of theirs proves anything. */
export const isLetInByProvider = async (ctx: Ctx, userId: string): Promise<boolean> =>
  ctx.app.env.oidc?.only === true || isOfProvider(ctx.db, userId);

/**
 * Makes a new person a member: with the name and the password they chose. INVALID_STATE for a person who has a sign-in
 * already, who accepts by {@link joinAccount}. Link, person and membership are one transaction.
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, name, password }: InputOf<typeof acceptInvitationEndpoint>,
): Promise<OutputOf<typeof acceptInvitationEndpoint>> {
  const { email, account } = (await needInvitation(ctx, token)).invitation;
  if (ctx.app.env.oidc?.only) throw new Refusal("INVALID_STATE", "Sign in to accept: this desk takes no passwords.");
  await needGoodPassword(ctx.app, password, [email, name, account.name]);
  const passwordHash = await hashPassword(password);
  return ctx.transaction(async (tx) => {
    const link = await needInvitation(tx, token);
    if ((await recordedIn(tx, link.invitation.account)).some((one) => sameName(one.name, name)))
      throw invalid("name", "Somebody in this account, or at its operator, is named so already; add a word.");
    if (await personByEmail(tx.db, link.invitation.email))
      throw new Refusal("INVALID_STATE", "You have a sign-in already; sign in to accept.");
    const user = { id: tx.id(), email: link.invitation.email, name, passwordHash };
    if (!(await takeLink(tx.db, token))) throw noLink();
    await insertUser(tx, user);
    await join(tx, link, user, { sha256: await digestOfSignIn(tx.db, user.id) });
    return answerWith(tx, { done: true });
  });
}

/** The same for the person who is signed in; only the address that was invited may accept, and nobody of a name that is there. */
export async function joinAccount(
  ctx: Ctx,
  { token }: InputOf<typeof joinAccountEndpoint>,
): Promise<OutputOf<typeof joinAccountEndpoint>> {
  const { userId } = personOf(ctx);
  return ctx.transaction(async (tx) => {
    const link = await needInvitation(tx, token);
    const people = await recordedIn(tx, link.invitation.account);
    const user = await activeUser(tx.db, userId);
    if (!user || user.email !== link.invitation.email)
      throw new Refusal("INVALID_STATE", "This invitation is for another address; sign in as that person.");
    // With single sign-on alone the provider names people, as those whom its groups bring: none could choose another.
    const mayChoose = tx.app.env.oidc?.only !== true;
    if (mayChoose && people.some(({ id, name }) => id !== userId && sameName(name, user.name)))
      throw new Refusal(
        "INVALID_STATE",
        "Somebody in this account, or at its operator, is named as you are: have another address of yours invited and choose another name by its link.",
      );
    if (!(await takeLink(tx.db, token))) throw noLink();
    await join(tx, link, user);
    return answerWith(tx, { accountId: link.invitation.account.id, account: link.invitation.account.name });
  });
}

/** Whom an account's audit record names: its people, held so that nobody joins beside, and the house's, who agree to what it asks for. */
async function recordedIn(tx: Ctx, { id }: { id: string }): Promise<{ id: string; name: string }[]> {
  return [...(await lockMembers(tx.db, id)), ...(await membersOf(tx.db, (await houseOf(tx.app)).id))];
}

/** The audit record names people: a new member must not pass for one who is there. */
const sameName = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), "en", { sensitivity: "base" }) === 0;

async function join(
  tx: Ctx,
  link: OpenInvitation,
  user: { id: string; name: string },
  more: { sha256?: string } = {},
): Promise<void> {
  const { id, account, role, invitedBy, approvalId } = link.invitation;
  if (!(await acceptInvitationRow(tx.db, id, user.id))) throw noLink();
  await putMembership(tx, user.id, account.id, role, { invitedBy, approvalId });
  if (invitedBy !== undefined) {
    const agreedUserId = approvalId === undefined ? undefined : await agreedBy(tx, approvalId);
    await putAuthority(tx.db, {
      userId: user.id,
      accountId: account.id,
      act: "made",
      byUserId: invitedBy,
      agreedUserId,
    });
  }
  const detail = { invitationId: id, role, ...(invitedBy && { invitedBy }), ...more };
  const theirs = actingAs(tx, { ...user, role }, account);
  await recordAudit(theirs, { action: "user.join", objectKind: "user", objectId: user.id, detail });
  const { joined } = lettersText;
  await queueToAdmins(theirs, account.id, () => ({
    subject: joined.subject(user.name, account.name),
    text: joined.text(user.name, roleName(role), account.name),
  }));
}

type OpenInvitation = Extract<OpenLink, { kind: "INVITATION" }> & { invitation: Invited };

async function needInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const link = await needLink(ctx, token);
  if (link.kind !== "INVITATION") throw noLink();
  const { usableAt } = link.invitation;
  if (usableAt && usableAt.getTime() > Date.now())
    throw new Refusal("INVALID_STATE", `This link can be used from ${usableAt.toISOString()} on.`);
  return link;
}

/** The link of this token, or NOT_FOUND, the same for all that is wrong with it. */
export async function needLink(ctx: Ctx, token: string): Promise<OpenLink> {
  const digest = linkDigest(token);
  const link = digest && (await openLink(ctx.db, digest));
  if (!link) throw noLink();
  return link;
}

export const noLink = (): Refusal =>
  new Refusal("NOT_FOUND", "This link was used, has ended or is over; ask for a new one.");
