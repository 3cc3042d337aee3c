import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { queueMail } from "#lib/mail/queue-mail.ts";
import { accountIdsOf } from "./factor-store.ts";
import { openSession } from "./session.ts";
import { type From, hasOpenedBefore, type UserRow } from "./staff-store.ts";
import { lettersText } from "#lib/i18n/letters.ts";

export type SignedIn = { userId: string; email: string; name: string; sessionId: string };

/** By what a person proves themselves when they come in. */
export type Way = "password" | "code" | "passkey" | "sso";
type Entering = From & { way: Way; proven: boolean };

/**
 * Opens a session: it stands in the audit record of each account of the person, none of which learns of another, and a
 * browser that has never signed them in is reported to them by mail.
 */
export function enter(ctx: Ctx, user: UserRow, { way, ...opening }: Entering): Promise<SignedIn> {
  return ctx.transaction(async (tx) => {
    const before = await hasOpenedBefore(tx.db, user.id, opening.device);
    const sessionId = await openSession({ database: { prisma: tx.db } }, user.id, {
      ...opening,
      way,
      requestId: tx.requestId,
    });
    if (before === "ELSEWHERE") await reportDevice(tx, user, opening);
    return { userId: user.id, email: user.email, name: user.name, sessionId };
  });
}

async function reportDevice(tx: Ctx, user: UserRow, { clientAddress, agent }: From): Promise<void> {
  const { browser } = lettersText;
  await queueMail(tx, user.email, () => {
    const named = agent ?? browser.unnamed;
    const text = clientAddress === undefined ? browser.text(named) : browser.from(clientAddress, named);
    return { subject: browser.subject, text };
  });
}

/** Notes that a person failed to sign in as this person, in each of their accounts. */
export async function noteRefused(ctx: Ctx, user: UserRow, way: Way, throttled: boolean): Promise<void> {
  await ctx.transaction((tx) =>
    auditEverywhere(tx, user.id, throttled ? "sign-in.throttled" : "sign-in.refused", { way }),
  );
}

/** Writes what concerns a person's sign-in into the record of each account they belong to. */
export async function auditEverywhere(
  ctx: Ctx,
  userId: string,
  command: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  for (const accountId of await accountIdsOf(ctx.db, userId))
    await recordAudit(ctx, { action: `user.${command}`, accountId, objectKind: "user", objectId: userId, detail });
}
