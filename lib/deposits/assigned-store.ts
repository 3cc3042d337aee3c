import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { CRYPTO_ASSETS, type CryptoAsset, type Network } from "#lib/kernel/assets.ts";
import * as sql from "./assigned.sql.ts";
import { DEPOSIT_STATUSES } from "./states.ts";
import type { DepositRow } from "./store.ts";

/** What came to an address of no bill, as a deposit tells it. */
export type StrayFound = {
  network: Network;
  asset: CryptoAsset;
  units: bigint;
  address: string;
  sourceAddress: string | undefined;
  blockTime: Date | undefined;
};

/** One that is confirmed; the caller holds its lock. */
export async function strayForBill(db: Db, strayId: string): Promise<StrayFound | undefined> {
  const [row] = await sql.strayForBill(db, { strayId });
  return (
    row && {
      network: row.network,
      asset: row.asset,
      units: unitsFrom(row.quantity_units),
      address: row.address,
      sourceAddress: row.source_address ?? undefined,
      blockTime: row.block_time ?? undefined,
    }
  );
}

/** The deposit that a stray became when it was assigned. */
export type Assigned = Pick<DepositRow, "id" | "billId" | "accountId" | "asset" | "units" | "status" | "strayId">;

/** Gone or not; its bill's lock is what holds it. */
export async function assignedOf(db: Db, strayId: string): Promise<Assigned | undefined> {
  const select = { id: true, billId: true, accountId: true, asset: true, quantityUnits: true, status: true } as const;
  const row = await db.deposit.findUnique({ select, where: { strayId } });
  if (!row) return undefined;
  const { quantityUnits, ...found } = row;
  const asset = wordFrom(CRYPTO_ASSETS, row.asset);
  const status = wordFrom(DEPOSIT_STATUSES, row.status);
  return { ...found, strayId, asset, status, units: unitsFrom(quantityUnits) };
}

type Shown = { reason: string; facts: string; blockTime: Date | undefined };
export type NewAssigned = Shown & {
  id: string;
  billId: string;
  accountId: string;
  strayId: string;
  address: string;
  isDust: boolean;
};

export async function insertAssigned(db: Db, made: NewAssigned): Promise<void> {
  await sql.insertAssigned(db, made);
}

export type Left = Record<"unconverted" | "converted" | "fee" | "fiat" | "paidOut", bigint>;

/** One that was taken back stands again, with what conversions and payouts have left of it. */
export async function creditAgain(db: Db, id: string, shown: Shown, left: Left): Promise<void> {
  await sql.reopenAssigned(db, { id });
  await sql.creditAgain(db, { id, ...shown, ...left });
}
