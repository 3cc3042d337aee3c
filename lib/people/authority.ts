import type { Ctx } from "#lib/kernel/context.ts";

type Act = "made" | "promoted" | "reactivated" | "reset";

/**
 * Notes who gave a person their power, in the transaction that does: they do not approve for one another soon after
 * (rulebook 3.18). The requester counts, and a third person who agreed. What the operator's command line gave was given
 * by nobody.
 */
export async function noteAuthority(ctx: Ctx, act: Act, person: { userId: string; accountId: string }): Promise<void> {
  const actorId = ctx.actor.kind === "staff" ? ctx.actor.userId : undefined;
  const byUserId = ctx.approval ? ctx.approval.askedUserId : actorId;
  if (byUserId === undefined || byUserId === person.userId) return;
  const agreedUserId = ctx.approval && actorId !== person.userId ? actorId : undefined;
  await putAuthority(ctx, { ...person, act, byUserId, agreedUserId });
}

export type Given = { userId: string; accountId: string; act: Act; byUserId: string; agreedUserId: string | undefined };

export async function putAuthority({ db }: Ctx, { agreedUserId, ...given }: Given): Promise<void> {
  await db.authority.create({ data: { ...given, agreedUserId: agreedUserId ?? null }, select: { id: true } });
}
