import type { Ctx } from "#lib/kernel/context.ts";
import { memberAddresses, insertMail, type Recipients, renameRecipient } from "./store.ts";

/** A letter; a one-time link in it is kept sealed until the letter is sent. Any other names a page of the desk by its path. */
export type Letter = { subject: string; text: string; link?: string; path?: string };

/** Stands in the kept body where the link goes. */
export const LINK_MARK = "[link]";

/** Seals and opens the link of this letter alone. */
export const linkPurpose = (mailId: string): string => `mail ${mailId}`;

/** Puts a letter into the queue, in the transaction of what it tells. Without SMTP_URL there is no queue and nothing happens. */
export async function queueMail(
  ctx: Ctx,
  recipient: string,
  { subject, text, link, path = "" }: Letter,
): Promise<void> {
  const { smtpUrl, publicUrl } = ctx.app.env;
  if (smtpUrl === undefined) return;
  const id = ctx.id();
  const body = `${text}\n\n${link === undefined ? publicUrl + path : LINK_MARK}\n`;
  const linkSealed = link === undefined ? null : ctx.app.secrets.seal(linkPurpose(id), link);
  await insertMail(ctx.db, { id, recipient, subject: `Desk: ${subject}`, body, linkSealed });
}

/** The same letter to every administrator of an account. */
export const queueToAdmins = (ctx: Ctx, accountId: string, letter: Letter): Promise<void> =>
  queueToAll(ctx, { accountId, role: "admin" }, letter);

/** The same letter to everybody who has a role in an account, or in the house. */
export const queueToMembers = (ctx: Ctx, accountId: string, letter: Letter): Promise<void> =>
  queueToAll(ctx, { accountId }, letter);

/** The same letter to everybody of an account, to those in a role there, or to one of its people. */
export async function queueToAll(ctx: Ctx, whom: Recipients, letter: Letter): Promise<void> {
  if (ctx.app.env.smtpUrl === undefined) return;
  for (const address of await memberAddresses(ctx.db, whom)) await queueMail(ctx, address, letter);
}

/** Forgets what was written to somebody: their address, what letters said, and those that wait. */
export async function forgetRecipient(ctx: Ctx, recipient: string, pseudonym: string): Promise<void> {
  await renameRecipient(ctx.db, recipient, pseudonym);
}
