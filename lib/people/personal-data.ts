import { recordAudit } from "#lib/audit/record-audit.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { csvField } from "#lib/kernel/csv.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { forgetRecipient } from "#lib/mail/queue-mail.ts";
import { endInvitationsOf } from "./end-invitations.ts";
import { accountIdsOf, endRecoveryCodes, endTotp } from "./factor-store.ts";
import type { getOwnDataEndpoint } from "./me-contract.ts";
import { personOf } from "./me.ts";
import { endPasskeysOf } from "./passkey-store.ts";
import { deleteSessionOrigins, erase, personalData, type ReviewRow, reviewRows } from "./personal-store.ts";
import { eraseIdentities } from "./sso-store.ts";
import { personByEmail } from "./staff-store.ts";
import { deleteMembership, lockMembers, membersOf, revokeSessionsOf } from "./user-store.ts";

/** How long it is kept from where a person signed in (rulebook 3.33). Wall clock. */
const RETENTION_DAYS = 90;

/** Forgets addresses, browsers and devices of sessions that began long ago; that they were stays. */
export function forgetSessionOrigins(ctx: Ctx): Promise<number> {
  return deleteSessionOrigins(ctx.db, RETENTION_DAYS);
}

/** Who may do what in the account, one line for each person, as CSV. */
export async function reviewAccess(ctx: Ctx): Promise<FileOut> {
  const bytes = new TextEncoder().encode(tableOf(await reviewRows(ctx.db, accountOf(ctx).id)));
  return { fileName: `access-review-${new Date().toISOString().slice(0, 10)}.csv`, bytes, size: bytes.length };
}

/** The same of all accounts, for the operator. */
export async function reviewAllAccess(ctx: Ctx): Promise<string> {
  return tableOf(await reviewRows(ctx.db, undefined));
}

const COLUMNS: readonly (readonly [name: string, of: (row: ReviewRow) => string])[] = [
  ["account", ({ account }) => account],
  ["name", ({ name }) => name],
  ["email", ({ email }) => email],
  ["role", ({ role }) => role],
  ["roleSince", ({ roleSince }) => roleSince.toISOString()],
  ["state", ({ disabled }) => (disabled ? "DISABLED" : "ACTIVE")],
  ["secondFactor", ({ secondFactor }) => String(secondFactor)],
  ["password", ({ hasPassword }) => String(hasPassword)],
  ["lastSignIn", ({ lastSignIn }) => lastSignIn?.toISOString() ?? ""],
  ["invitedBy", ({ inviter }) => inviter ?? ""],
  ["userId", ({ userId }) => userId],
];

function tableOf(rows: readonly ReviewRow[]): string {
  const lines = rows.map((row) => COLUMNS.map(([, of]) => csvField(of(row))).join(","));
  return `${[COLUMNS.map(([name]) => name).join(","), ...lines].join("\r\n")}\r\n`;
}

/** Whatever is kept about the person who asks. */
export async function getOwnData(ctx: Ctx): Promise<OutputOf<typeof getOwnDataEndpoint>> {
  return { person: await dataOf(ctx, personOf(ctx).userId) };
}

/** The same of another person, for the operator who has to answer their request. Unknown: NOT_FOUND. */
export async function personalDataOf(ctx: Ctx, email: string): Promise<Record<string, unknown>> {
  return dataOf(ctx, await needPerson(ctx, email));
}

async function dataOf(ctx: Ctx, userId: string): Promise<Record<string, unknown>> {
  const data = await personalData(ctx.db, userId);
  if (!data) throw new Refusal("NOT_FOUND", "There is no such person.");
  return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
}

/**
 * Forgets a person: name, address, devices, letters, memberships and whatever they sign in with. The id stays, so that books
 * and audit record stay whole; lines of the sealed record keep the name that stood there when they were written. The last
 * administrator of an account stays: INVALID_STATE.
 */
export async function erasePerson(ctx: Ctx, email: string): Promise<{ userId: string }> {
  return ctx.transaction(async (tx) => {
    const userId = await needPerson(tx, email);
    for (const accountId of await accountIdsOf(tx.db, userId)) await leave(tx, accountId, userId);
    const pseudonym = `erased-${userId}@erased.invalid`;
    await forgetRecipient(tx, email.trim().toLowerCase(), pseudonym);
    await erase(tx.db, userId, email.trim().toLowerCase(), pseudonym);
    await endTotp(tx.db, userId);
    await endPasskeysOf(tx.db, userId);
    await endRecoveryCodes(tx.db, userId);
    await eraseIdentities(tx.db, userId);
    await revokeSessionsOf(tx.db, userId);
    await recordAudit(tx, { action: "user.erase", objectKind: "user", objectId: userId });
    return { userId };
  });
}

async function leave(tx: Ctx, accountId: string, userId: string): Promise<void> {
  await lockMembers(tx.db, accountId);
  await deleteMembership(tx.db, userId, accountId);
  await recordAudit(tx, { action: "user.erase", accountId, objectKind: "user", objectId: userId });
  await endInvitationsOf(tx, userId);
  const rest = await membersOf(tx.db, accountId);
  if (rest.length > 0 && !rest.some(({ role, disabled_at }) => role === "admin" && disabled_at === null))
    throw new Refusal("INVALID_STATE", "An account of this person would have no administrator; make one first.");
}

async function needPerson(ctx: Ctx, email: string): Promise<string> {
  const person = await personByEmail(ctx.db, email.trim().toLowerCase());
  if (!person) throw new Refusal("NOT_FOUND", `There is no user ${email}.`);
  return person.id;
}
