import type { CryptoAsset, Fiat } from "#lib/kernel/assets.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";

/** Deposits whose rest waits for the venue: the recorded decision says so, and their turn is by `treat_after`. */
const WAITING = Prisma.sql`d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]'`;

export async function depositsToSell(db: Db, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select d.id from deposit d where ${WAITING} and d.treat_after <= business_now() order by d.treat_after limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Deposits whose next try is due within a time. */
export async function countRetrying(db: Db, withinMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) as count from deposit d where ${WAITING} and d.treat_after > business_now()
      and d.treat_after <= business_now() + ${withinMs}::double precision * interval '1 millisecond'`;
  return Number(row?.count ?? 0);
}

export async function pairOfDeposit(
  db: Db,
  depositId: string,
): Promise<{ billId: string; asset: CryptoAsset; fiat: Fiat } | undefined> {
  const [row] = await db.$queryRaw<{ bill_id: string; asset: CryptoAsset; fiat: Fiat }[]>`
    select d.bill_id, d.asset, b.fiat from deposit d join bill b on b.id = d.bill_id where d.id = ${depositId}::uuid`;
  return row && { billId: row.bill_id, asset: row.asset, fiat: row.fiat };
}

/** When a deposit is to be looked at again; never by itself when undefined. */
export async function setTreatAfter(db: Db, depositId: string, afterMs: number | undefined): Promise<void> {
  await db.$executeRaw`
    update deposit set treat_after = business_now() + ${afterMs ?? null}::double precision * interval '1 millisecond', updated_at = business_now()
    where id = ${depositId}::uuid`;
}
