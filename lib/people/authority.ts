import type { Ctx } from "#lib/kernel/context.ts";
import { type PowerAct, putAuthority } from "./authority-store.ts";

/**
 * Notes who gave a person their power, in the transaction that does: they do not approve for one another soon after
 * (rulebook 3.18). The requester counts, and a third person who agreed. What the operator's command line gave was given
 * by nobody.
 */
export async function noteAuthority(
  ctx: Ctx,
  act: PowerAct,
  person: { userId: string; accountId: string },
): Promise<void> {
  const actorId = ctx.actor.kind === "staff" ? ctx.actor.userId : undefined;
  const byUserId = ctx.approval ? ctx.approval.askedUserId : actorId;
  if (byUserId === undefined || byUserId === person.userId) return;
  const agreedUserId = ctx.approval && actorId !== person.userId ? actorId : undefined;
  await putAuthority(ctx.db, { ...person, act, byUserId, agreedUserId });
}
