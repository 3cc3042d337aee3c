import type { Ctx } from "#lib/kernel/context.ts";
import type { Voice } from "#lib/contract/voice.ts";
import { queueMail, type Wording } from "#lib/mail/queue-mail.ts";
import { type LinkTarget, putLink } from "./link-store.ts";
import { LINK_MS, linkDigest, linkUrl, newLinkToken } from "./one-time-link.ts";

/**
 * Makes a one-time link in the place of earlier ones for the same, and puts the letter that carries it into the queue.
 * Answers the link itself: only the command line may print it, no request is answered with it.
 */
export async function sendLink(
  ctx: Ctx,
  target: LinkTarget,
  email: string,
  write: Wording,
  { lifeMs = LINK_MS, others }: { lifeMs?: number; others?: Voice } = {},
): Promise<string> {
  const token = newLinkToken();
  const digest = linkDigest(token);
  if (!digest) throw new Error("a token just made has no digest");
  await putLink(ctx.db, ctx.id(), target, digest, lifeMs);
  const link = linkUrl(ctx.app.env.publicUrl, target.kind, token);
  await queueMail(ctx, email, (to) => ({ ...write(to), link }), others);
  return link;
}

/** Whether letters leave this installation. */
export const isMailed = ({ app }: Ctx): boolean => app.env.smtpUrl !== undefined;
