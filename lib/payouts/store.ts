import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import * as sql from "./payouts.sql.ts";

export type Payable = {
  depositId: string;
  billId: string;
  asset: CryptoAsset;
  status: string;
  pending: bigint;
  free: bigint;
};

type Wanted = { accountId: string; asset: CryptoAsset; billId: string | undefined; depositId: string | undefined };

/** Fiat payouts of one account follow one another, so that none is promised what another takes. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await sql.lockAccount(db, { accountId });
}

/** Whether a bill, and a deposit, that are named are the account's own. */
export async function areOwn(
  db: Db,
  { accountId, billId, depositId }: Omit<Wanted, "asset">,
): Promise<{ bill: boolean; deposit: boolean }> {
  const [row] = await sql.areOwn(db, { billId, accountId, depositId });
  return {
    bill: billId === undefined || row?.bill === true,
    deposit: depositId === undefined || row?.deposit === true,
  };
}

/** Bills with something to pay out in an asset, in the order their locks are taken. */
export async function payableBills(db: Db, wanted: Wanted): Promise<string[]> {
  const rows = await sql.payableBills(db, {
    accountId: wanted.accountId,
    asset: wanted.asset,
    billId: wanted.billId,
    depositId: wanted.depositId,
  });
  return rows.map((row) => row.bill_id);
}

/** The deposits of those bills that can be paid from, under their locks, oldest first. */
export async function lockPayable(db: Db, wanted: Wanted, billIds: readonly string[]): Promise<Payable[]> {
  const rows = await sql.lockPayable(db, { billIds, asset: wanted.asset, depositId: wanted.depositId });
  return rows.map((row) => ({
    depositId: row.id,
    billId: row.bill_id,
    asset: row.asset,
    status: row.status,
    pending: row.status === "HELD" || row.status === "DECLINED" ? unitsFrom(row.pending_units) : 0n,
    free: unitsFrom(row.unconverted_units) - unitsFrom(row.locked_units),
  }));
}

export type NewPayout = {
  id: string;
  accountId: string;
  asset: string;
  units: bigint;
  fromPending: boolean;
  reference: string;
  txHash: string | undefined;
  recordedBy: string;
  approvalId: string | null;
  parts: readonly { depositId: string; units: bigint }[];
};

export async function insertPayout(db: Db, { parts, units, txHash, ...made }: NewPayout): Promise<Date> {
  const { recordedAt } = await db.payout.create({
    select: { recordedAt: true },
    data: { ...made, quantityUnits: units.toString(), txHash: txHash ?? null },
  });
  await db.payoutPart.createMany({
    data: parts.map((part) => ({
      payoutId: made.id,
      depositId: part.depositId,
      quantityUnits: part.units.toString(),
    })),
  });
  return recordedAt;
}
