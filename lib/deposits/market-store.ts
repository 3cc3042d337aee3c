import { type CryptoAsset, type Fiat, FIATS, CRYPTO_ASSETS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./market.sql.ts";

export type WaitingPair = ReturnType<typeof pairOf>;

const pairOf = ({ base, fiat }: RowOf<typeof sql.waitingPairs>) => ({ base, fiat: wordFrom(FIATS, fiat) });

const columnsOf = (pairs: readonly WaitingPair[]) => ({
  bases: pairs.map(({ base }) => base),
  fiats: pairs.map(({ fiat }) => fiat),
});

/** The pairs in which deposits are due that wait for the market, or for a fresh price. */
export async function waitingPairs(db: Db, waitFor: "MARKET" | "FRESH"): Promise<WaitingPair[]> {
  return (await sql.waitingPairs(db, { market: waitFor === "MARKET" })).map(pairOf);
}

export async function depositsToSell(db: Db, pairs: readonly WaitingPair[], limit: number): Promise<string[]> {
  const rows = await sql.depositsToSell(db, { ...columnsOf(pairs), limit });
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

/** Bills with a deposit whose confirmations are reached, whose time is over, or that waits for the price of one of these pairs. */
export async function billsToSettle(db: Db, priced: readonly WaitingPair[], limit: number): Promise<string[]> {
  const rows = await sql.billsToSettle(db, { ...columnsOf(priced), limit });
  return rows.map((row) => row.bill_id);
}

/** Has a deposit that is due and goes on waiting looked at again after a while, at its last moment at the latest. */
export async function lookAgain(db: Db, depositId: string, afterMs: number): Promise<void> {
  await sql.lookAgain(db, { afterMs, depositId });
}

/** When a deposit is to be looked at again; never by itself when undefined. */
export async function setTreatAfter(db: Db, depositId: string, afterMs: number | undefined): Promise<void> {
  await sql.setTreatAfter(db, { afterMs, depositId });
}
