import type { Ctx } from "#lib/kernel/context.ts";
import { ANYBODY, type Voice } from "#lib/contract/voice.ts";
import { speakingTo } from "#lib/i18n/language.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { insertMail, memberAddresses, voicesOf, type Recipients, renameRecipient } from "./store.ts";

/** A letter; a one-time link in it is kept sealed until the letter is sent. Any other names a page of the desk by its path. */
export type Letter = { subject: string; text: string; link?: string; path?: string };

/** What a letter says to one of its readers, in their words, figures and times. */
export type Wording = (to: Voice) => Letter;

/** Stands in the kept body where the link goes. */
export const LINK_MARK = "[link]";

/** Seals and opens the link of this letter alone. */
export const linkPurpose = (mailId: string): string => `mail ${mailId}`;

/**
 * Puts a letter into the queue, in the transaction of what it tells, written as its recipient reads; `others` is how
 * a person reads who is no person of the desk yet. Without SMTP_URL there is no queue and nothing happens.
 */
export const queueMail = (ctx: Ctx, recipient: string, write: Wording, others: Voice = ANYBODY): Promise<void> =>
  queueToEach(ctx, [recipient], write, others);

/** One letter to several people, to each as they read. */
export async function queueToEach(
  ctx: Ctx,
  recipients: readonly string[],
  write: Wording,
  others: Voice = ANYBODY,
  ruleId?: string,
): Promise<void> {
  if (ctx.app.env.smtpUrl === undefined || recipients.length === 0) return;
  const readers = await voicesOf(ctx.db, recipients);
  for (const recipient of recipients) await queueOne(ctx, recipient, readers.get(recipient) ?? others, write, ruleId);
}

async function queueOne(
  ctx: Ctx,
  recipient: string,
  reader: Voice,
  write: Wording,
  ruleId: string | undefined,
): Promise<void> {
  const {
    text,
    link,
    path = "",
    subject,
  } = speakingTo(reader, () => {
    const letter = write(reader);
    // A header takes no blank that does not break, or is written in code.
    return { ...letter, subject: lettersText.subject(letter.subject).replaceAll("\u00a0", " ") };
  });
  const id = ctx.id();
  const body = `${text}\n\n${link === undefined ? ctx.app.env.publicUrl + path : LINK_MARK}\n`;
  const linkSealed = link === undefined ? null : ctx.app.secrets.seal(linkPurpose(id), link);
  await insertMail(ctx.db, { id, recipient, subject, body, linkSealed, ruleId });
}

/** The same letter to every administrator of an account. */
export const queueToAdmins = (ctx: Ctx, accountId: string, write: Wording): Promise<void> =>
  queueToAll(ctx, { accountId, role: "admin" }, write);

/** The same letter to everybody who has a role in an account, or in the house; one to each who has in several. */
export const queueToMembers = (ctx: Ctx, accountId: string | readonly string[], write: Wording): Promise<void> =>
  queueToAll(ctx, { accountId }, write);

/** The same letter to everybody of an account, to those in a role there, or to one of its people; of a notification rule, for it. */
export async function queueToAll(ctx: Ctx, whom: Recipients, write: Wording, ruleId?: string): Promise<void> {
  if (ctx.app.env.smtpUrl === undefined) return;
  await queueToEach(ctx, await memberAddresses(ctx.db, whom), write, ANYBODY, ruleId);
}

/** Forgets what was written to a person: their address, what letters said, and those that wait. */
export async function forgetRecipient(ctx: Ctx, recipient: string, pseudonym: string): Promise<void> {
  await renameRecipient(ctx.db, recipient, pseudonym);
}
