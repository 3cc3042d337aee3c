import type { RowOf } from "#lib/kernel/statement.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import type { DepositStatus } from "./states.ts";
import * as sql from "./hold.sql.ts";

export type Hold = {
  account: AccountRef;
  status: string;
  reasonCode: string | undefined;
  reasonFacts: string | undefined;
};

/** Whose a deposit is, and why it is held. */
export async function findHold(db: Db, txId: string): Promise<Hold | undefined> {
  const found = await db.deposit.findUnique({
    where: { id: txId },
    select: { status: true, reasonCode: true, reasonFacts: true, account: { select: { id: true, name: true } } },
  });
  if (!found) return undefined;
  const { reasonCode, reasonFacts, ...hold } = found;
  return { ...hold, reasonCode: reasonCode ?? undefined, reasonFacts: reasonFacts ?? undefined };
}

export type BillState = RowOf<typeof sql.billStateWith>;

/** What a bill would be, were one of its deposits of another status. */
export async function billStateWith(
  db: Db,
  of: { billId: string; depositId: string; status: DepositStatus },
): Promise<BillState> {
  const [row] = await sql.billStateWith(db, of);
  must(row, "a deposit stays with its bill");
  return row;
}

/** The payment record of a bill, as its answer. */
export async function recordOfBill(db: Db, billId: string): Promise<string> {
  const [row] = await sql.recordOfBill(db, { billId });
  return row?.record ?? "null";
}
