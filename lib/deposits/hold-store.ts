import type { RowOf } from "#lib/kernel/statement.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { DEPOSIT_STATUSES, type DepositStatus, REASON_CODES } from "./states.ts";
import type { DepositRow } from "./store.ts";
import * as sql from "./hold.sql.ts";

export type Hold = { account: AccountRef } & Pick<DepositRow, "status" | "reasonCode" | "reasonFacts">;

/** Whose a deposit is, and why it is held. */
export async function findHold(db: Db, txId: string): Promise<Hold | undefined> {
  const found = await db.deposit.findUnique({
    where: { id: txId },
    select: { status: true, reasonCode: true, reasonFacts: true, account: { select: { id: true, name: true } } },
  });
  if (!found) return undefined;
  return {
    account: found.account,
    status: wordFrom(DEPOSIT_STATUSES, found.status),
    reasonCode: found.reasonCode === null ? undefined : wordFrom(REASON_CODES, found.reasonCode),
    reasonFacts: found.reasonFacts ?? undefined,
  };
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
