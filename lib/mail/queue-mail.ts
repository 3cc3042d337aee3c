import type { Ctx } from "#lib/kernel/context.ts";
import { adminAddresses, insertMail } from "./store.ts";

export type Letter = { subject: string; text: string };

/** Puts a letter into the queue, in the transaction of what it tells. Without SMTP_URL there is no queue and nothing happens. */
export async function queueMail(ctx: Ctx, recipient: string, { subject, text }: Letter): Promise<void> {
  const { smtpUrl, publicUrl } = ctx.app.env;
  if (smtpUrl === undefined) return;
  const body = `${text}\n\n${publicUrl}\n`;
  await insertMail(ctx.db, { id: ctx.id(), recipient, subject: `Desk: ${subject}`, body });
}

/** The same letter to every administrator of an account. */
export async function queueToAdmins(ctx: Ctx, accountId: string, letter: Letter): Promise<void> {
  if (ctx.app.env.smtpUrl === undefined) return;
  for (const address of await adminAddresses(ctx.db, accountId)) await queueMail(ctx, address, letter);
}
