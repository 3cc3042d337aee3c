import type { AccountRef, Ctx } from "#lib/kernel/context.ts";

/** The open transaction in the name of a person who has proven themselves to this verb, for what they do in an account. */
export function actingAs(
  tx: Ctx,
  person: { id: string; name: string; role?: string },
  account: AccountRef | undefined,
): Ctx {
  const { id: userId, name, role = "viewer" } = person;
  return { ...tx, actor: { kind: "staff", userId, name, role }, account };
}
