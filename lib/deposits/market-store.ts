import { type CryptoAsset, type Fiat, FIATS, CRYPTO_ASSETS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import * as sql from "./market.sql.ts";

export async function depositsToSell(db: Db, limit: number): Promise<string[]> {
  const rows = await sql.depositsToSell(db, { limit });
  return rows.map((row) => row.id);
}

/** Deposits whose next try is due within a time. */
export async function countRetrying(db: Db, withinMs: number): Promise<number> {
  const [row] = await sql.countRetrying(db, { withinMs });
  return Number(row?.count ?? 0);
}

export async function pairOfDeposit(
  db: Db,
  depositId: string,
): Promise<{ billId: string; asset: CryptoAsset; fiat: Fiat } | undefined> {
  const deposit = await db.deposit.findUnique({
    select: { billId: true, asset: true, bill: { select: { fiat: true } } },
    where: { id: depositId },
  });
  if (!deposit) return undefined;
  return {
    billId: deposit.billId,
    asset: wordFrom(CRYPTO_ASSETS, deposit.asset),
    fiat: wordFrom(FIATS, deposit.bill.fiat),
  };
}

/** When a deposit is to be looked at again; never by itself when undefined. */
export async function setTreatAfter(db: Db, depositId: string, afterMs: number | undefined): Promise<void> {
  await sql.setTreatAfter(db, { afterMs, depositId });
}
