import type { Db } from "#lib/kernel/database.ts";
import type { AccountRef } from "#lib/kernel/context.ts";

export type Hold = { account: AccountRef; status: string; reasonCode: string | null };

/** Whose a deposit is, and why it is held. */
export async function findHold(db: Db, txId: string): Promise<Hold | undefined> {
  const found = await db.deposit.findUnique({
    where: { id: txId },
    select: { status: true, reasonCode: true, account: { select: { id: true, name: true } } },
  });
  return found ?? undefined;
}
