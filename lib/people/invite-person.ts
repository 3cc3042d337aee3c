import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type AnyRole, isAnyRole } from "#lib/contract/permissions.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { needEmail } from "./create-user.ts";
import {
  endInvitation,
  endLinks,
  insertInvitation,
  type InvitationRow,
  type NewInvitation,
  openInvitations,
  waitingFor,
} from "./link-store.ts";
import { LINK_MS, RECOVERY_MS } from "./one-time-link.ts";
import { isMailed, sendLink } from "./send-link.ts";
import type {
  getInvitationsEndpoint,
  InvitationRecord,
  invitePersonEndpoint,
  resendInvitationEndpoint,
  revokeInvitationEndpoint,
} from "./user-contract.ts";
import { lockMembers } from "./user-store.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { voiceOf } from "#lib/mail/voice-of.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { roleName } from "#lib/i18n/role-name.ts";

/** Who is invited, into an account or into the house. */
export type WantedPerson = { email: string; name?: string | undefined; role: AnyRole };

/** Invitations of one account that may wait at once. */
const MOST_OPEN = 100;

/**
 * Invites a person into the account: a letter with a one-time link, by which they join. Nothing here depends on whether
 * the address is known elsewhere. INVALID_STATE for one who has a role here, or waits here already.
 */
export async function invitePerson(ctx: Ctx, input: WantedPerson): Promise<OutputOf<typeof invitePersonEndpoint>> {
  return ctx.transaction(async (tx) => {
    const { id } = await newInvitation(tx, input);
    return answerWith(tx, { ...(await invitationOf(tx, id)), mailed: isMailed(tx) });
  });
}

/** The same for the command line, which prints the link. */
export async function inviteByLink(ctx: Ctx, input: WantedPerson): Promise<{ invitationId: string; link: string }> {
  return ctx.transaction(async (tx) => {
    const { id, link } = await newInvitation(tx, input);
    return { invitationId: id, link };
  });
}

/** A new link for the invitation that waits for an address, which the operator's command line prints. None: NOT_FOUND. */
export async function invitationLink(ctx: Ctx, email: string): Promise<string> {
  const found = await waitingFor(ctx.db, needEmail(email));
  if (!found) throw new Refusal("NOT_FOUND", `There is neither a user nor an invitation ${email}.`);
  const { actor, requestId } = ctx;
  return contextFor(ctx.app, { actor, requestId, account: found.account }).transaction(async (tx) => {
    const { role, recovery } = await waiting(tx, found.id);
    await audit(tx, "invite-again", found.id, { role });
    return send(tx, { id: found.id, email: needEmail(email), role, recovery });
  });
}

/**
 * Writes an invitation and sends its link; refuses what {@link invitePerson} refuses. A recovery is one that nobody agrees
 * to: its link opens nothing for a day.
 */
export async function newInvitation(
  tx: Ctx,
  { email: given, name, role }: WantedPerson,
  recovery = false,
): Promise<{ id: string; link: string }> {
  const account = accountOf(tx);
  const email = needEmail(given);
  if ((await lockMembers(tx.db, account.id)).some((member) => member.email === email))
    throw new Refusal("INVALID_STATE", `${email} has a role in ${account.name} already; change that one.`);
  const waits = await openInvitations(tx.db, account.id);
  if (waits.some((invited) => invited.email === email))
    throw new Refusal("INVALID_STATE", `${email} is invited already; send it again or revoke it first.`);
  if (waits.length >= MOST_OPEN)
    throw new Refusal("INVALID_STATE", `${MOST_OPEN} invitations wait already; revoke one first.`);
  const actorId = tx.actor.kind === "staff" ? tx.actor.userId : null;
  const invitedBy = tx.approval ? (tx.approval.askedUserId ?? null) : actorId;
  const approvalId = tx.approval?.approvalId ?? null;
  const invitation: NewInvitation = {
    id: tx.id(),
    accountId: account.id,
    email,
    name: name ?? null,
    role,
    invitedBy,
    approvalId,
    recovery,
  };
  await insertInvitation(tx.db, invitation);
  await audit(tx, recovery ? "recover" : "invite", invitation.id, { role, ...(recovery && { email }) });
  return { id: invitation.id, link: await send(tx, invitation) };
}

/** The invitations into the account that wait for an answer. */
export async function getInvitations(ctx: Ctx): Promise<OutputOf<typeof getInvitationsEndpoint>> {
  return { data: (await openInvitations(ctx.db, accountOf(ctx).id)).map(recordOf) };
}

/** Sends an invitation again: a new link of full length, the old one ends. Unknown or answered: NOT_FOUND. */
export function resendInvitation(
  ctx: Ctx,
  { invitationId }: InputOf<typeof resendInvitationEndpoint>,
): Promise<OutputOf<typeof resendInvitationEndpoint>> {
  return ctx.transaction(async (tx) => {
    const { email, role, recovery } = await waiting(tx, invitationId);
    await audit(tx, "invite-again", invitationId, { role });
    await send(tx, { id: invitationId, email, role, recovery });
    return answerWith(tx, { ...(await invitationOf(tx, invitationId)), mailed: isMailed(tx) });
  });
}

/** Takes an invitation back. Unknown or answered: NOT_FOUND. */
export function revokeInvitation(
  ctx: Ctx,
  { invitationId }: InputOf<typeof revokeInvitationEndpoint>,
): Promise<OutputOf<typeof revokeInvitationEndpoint>> {
  return ctx.transaction(async (tx) => {
    if (!isId(invitationId) || !(await endInvitation(tx.db, accountOf(tx).id, invitationId))) throw unknown();
    await endLinks(tx.db, { kind: "INVITATION", invitationId });
    await audit(tx, "invite-revoke", invitationId, {});
    return answerWith(tx, { invitationId, revoked: true });
  });
}

async function send(
  tx: Ctx,
  { id, email, role, recovery }: Pick<NewInvitation, "id" | "email" | "role" | "recovery">,
): Promise<string> {
  const { name } = accountOf(tx);
  const { actor } = tx;
  const { invitation } = lettersText;
  const write: Wording = () => {
    const by = actor.kind === "staff" ? actor.name : lettersText.operator;
    const text = recovery ? invitation.recovery : invitation.text;
    return { subject: invitation.subject(name), text: text(by, name, roleName(role)) };
  };
  // Who is invited has not chosen yet how they read: as their colleague does, probably.
  const others = await voiceOf(tx);
  const lifeMs = recovery ? RECOVERY_MS + LINK_MS : LINK_MS;
  return sendLink(tx, { kind: "INVITATION", invitationId: id }, email, write, { lifeMs, others });
}

async function waiting(tx: Ctx, invitationId: string): Promise<InvitationRow> {
  await lockMembers(tx.db, accountOf(tx).id);
  const found = (await openInvitations(tx.db, accountOf(tx).id)).find(({ id }) => id === invitationId);
  if (!found) throw unknown();
  return found;
}

const unknown = () => new Refusal("NOT_FOUND", "No invitation with this id waits in this account.");

async function invitationOf(tx: Ctx, invitationId: string): Promise<InvitationRecord> {
  return recordOf(await waiting(tx, invitationId));
}

function audit(ctx: Ctx, command: string, objectId: string, detail: Record<string, unknown>): Promise<void> {
  return recordAudit(ctx, { action: `user.${command}`, objectKind: "invitation", objectId, detail });
}

function recordOf(row: InvitationRow): InvitationRecord {
  must(isAnyRole(row.role), "an invitation is of a known role");
  return {
    invitationId: row.id,
    email: row.email,
    role: row.role,
    status: row.expires_at && row.expires_at.getTime() > Date.now() ? "INVITED" : "EXPIRED",
    createdAt: row.made_at.getTime(),
    ...(row.name && { name: row.name }),
    ...(row.inviter && { invitedBy: row.inviter }),
    ...(row.usable_at && { usableAt: row.usable_at.getTime() }),
    ...(row.expires_at && { expiresAt: row.expires_at.getTime() }),
  };
}
