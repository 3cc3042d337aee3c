import { type Actor, actorName, type Ctx } from "#lib/kernel/context.ts";
import { makersOf } from "./key-store.ts";

/** Who has done something, as rows keep it: a name, and of a person their user id. */
export type Doer = { by: string; userId?: string | null | undefined };

export const doerOf = (actor: Actor): Doer => ({
  by: actorName(actor),
  ...(actor.kind === "staff" && { userId: actor.userId }),
});

/** The people behind a doer: the person, or the makers of the key, or of one whose place it has taken (rulebook 3.18). */
export async function peopleBehind({ db }: Ctx, { by, userId }: Doer): Promise<readonly string[]> {
  if (userId) return [userId];
  return by.startsWith("key:") ? makersOf(db, by.slice("key:".length)) : [];
}
