import type { RowOf } from "#lib/kernel/statement.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { linkDigest } from "./one-time-link.ts";
import * as sql from "./invitation.sql.ts";
import * as links from "./link.sql.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What a link is for: an invitation, or a person's own password or second factor. */
export type LinkTarget = { kind: "INVITATION"; invitationId: string } | { kind: "PASSWORD" | "FACTOR"; userId: string };

/** Puts a new link in the place of those for the same target that were not used. */
export async function putLink(db: Db, id: string, target: LinkTarget, digest: Bytes, lifeMs: number): Promise<void> {
  await links.makeLink(db, { id, digest, ...target, seconds: lifeMs / 1000 });
}

export async function endLinks(db: Db, target: LinkTarget): Promise<void> {
  await links.endLinks(db, target);
}

export type OpenLink = {
  id: string;
  expiresAt: Date;
} & ({ kind: "INVITATION"; invitation: Invited } | { kind: "PASSWORD" | "FACTOR"; userId: string });

/** An invitation as its link opens it. */
export type Invited = {
  id: string;
  account: { id: string; name: string };
  email: string;
  name: string | undefined;
  role: string;
  invitedBy: string | undefined;
  approvalId: string | undefined;
  /** A recovery opens nothing before. */
  usableAt: Date | undefined;
};

/** The link of this digest, if it may still be used. */
export async function openLink(db: Db, digest: Bytes): Promise<OpenLink | undefined> {
  const [row] = await links.openLink(db, { digest });
  if (!row) return undefined;
  const { id, kind, expires_at: expiresAt } = row;
  if (kind !== "INVITATION") return row.user_id ? { id, expiresAt, kind, userId: row.user_id } : undefined;
  if (!row.invitation_id || !row.account_id || !row.account_name || !row.email || !row.role) return undefined;
  const invitation: Invited = {
    id: row.invitation_id,
    account: { id: row.account_id, name: row.account_name },
    email: row.email,
    name: row.name ?? undefined,
    role: row.role,
    invitedBy: row.invited_by ?? undefined,
    approvalId: row.approval_id ?? undefined,
    usableAt: row.usable_at ?? undefined,
  };
  return { id, expiresAt, kind, invitation };
}

/** Uses the link of this token up, which proves whose it is to the rest of the transaction; false when it was used, ended or is over. */
export async function takeLink(db: Db, token: string): Promise<boolean> {
  const digest = linkDigest(token);
  const [row] = digest ? await links.takeLink(db, { digest }) : [];
  return row?.taken === true;
}

export type NewInvitation = {
  id: string;
  accountId: string;
  email: string;
  name: string | null;
  role: string;
  invitedBy: string | null;
  approvalId: string | null;
  recovery: boolean;
};

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  await db.invitation.create({ data: invitation, select: { id: true } });
}

export type InvitationRow = RowOf<typeof sql.openInvitations>;

/** The account of the newest invitation that waits for this address. */
export async function waitingFor(
  db: Db,
  email: string,
): Promise<{ id: string; account: { id: string; name: string } } | undefined> {
  const row = await db.invitation.findFirst({
    where: { email, acceptedAt: null, revokedAt: null },
    orderBy: { madeAt: "desc" },
    select: { id: true, account: { select: { id: true, name: true } } },
  });
  return row ?? undefined;
}

/** The invitations of an account that wait for an answer, newest first. */
export function openInvitations(db: Db, accountId: string): Promise<InvitationRow[]> {
  return sql.openInvitations(db, { accountId });
}

/** Takes an invitation back; false when none waits. */
export async function endInvitation(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await sql.endInvitation(db, { accountId, id })) === 1;
}

/** The open invitations of a person who may not invite any more, in all accounts, to which nobody else has agreed. */
export const withoutInviter = (db: Db, userId: string): Promise<RowOf<typeof sql.withoutInviter>[]> =>
  sql.withoutInviter(db, { userId });

/** Marks an invitation as accepted; false when it does not wait any more. */
export async function acceptInvitationRow(db: Db, id: string, userId: string): Promise<boolean> {
  return (await sql.acceptInvitation(db, { id, userId })) === 1;
}

/** Who agreed to a request as the second person. */
export async function agreedBy({ db }: Ctx, approvalId: string): Promise<string | undefined> {
  const found = await db.approval.findUnique({ where: { id: approvalId }, select: { decidedUserId: true } });
  return found?.decidedUserId ?? undefined;
}
