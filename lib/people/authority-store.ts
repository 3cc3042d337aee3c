import type { Db } from "#lib/kernel/database.ts";

/** How a person got their power. */
export type PowerAct = "made" | "promoted" | "reactivated" | "reset";

type Given = { userId: string; accountId: string; act: PowerAct; byUserId: string; agreedUserId: string | undefined };

export async function putAuthority(db: Db, { agreedUserId, ...given }: Given): Promise<void> {
  await db.authority.create({ data: { ...given, agreedUserId: agreedUserId ?? null }, select: { id: true } });
}
