import type { Db } from "#lib/kernel/database.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { readFacts } from "./reason.ts";

export type Hold = {
  account: AccountRef;
  status: string;
  reasonCode: string | null;
  /** What was decided on, in all that counts together. */
  quantity: Decimal | undefined;
  crypto: string;
  fiat: string;
};

/** Whose a deposit is, and why it is held. */
export async function findHold(db: Db, txId: string): Promise<Hold | undefined> {
  const found = await db.deposit.findUnique({
    where: { id: txId },
    select: {
      status: true,
      reasonCode: true,
      reasonFacts: true,
      account: { select: { id: true, name: true } },
      bill: { select: { crypto: true, fiat: true } },
    },
  });
  if (!found) return undefined;
  const { bill, reasonFacts, ...hold } = found;
  const facts = reasonFacts === null ? undefined : readFacts(reasonFacts);
  return { ...hold, ...bill, quantity: facts?.inAll ?? facts?.quantity };
}
