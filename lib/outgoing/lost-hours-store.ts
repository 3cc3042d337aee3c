import type { CryptoAsset, Fiat, Network } from "#lib/kernel/assets.ts";
import type { Db, Prisma } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./lost-hours.sql.ts";

/** Hours that a restore has lost, and what was stated of them. */
export type LostHours = RowOf<typeof sql.openLostHours> &
  Partial<Prisma.LostHoursGetPayload<{ select: typeof STATED }>>;

const STATED = { note: true, statedBy: true, statedAt: true } as const;

/** Those of the last restore, until a person has stated that nothing of them is still to be sent. */
export const unstatedLostHours = async (db: Db): Promise<LostHours | undefined> => (await sql.openLostHours(db))[0];

export const statedLostHours = (db: Db): Promise<LostHours[]> => db.lostHours.findMany({ orderBy: { epoch: "desc" } });

/** States it; undefined where another has meanwhile. */
export async function stateOpen(
  db: Db,
  stated: { id: string; note: string; statedBy: string; approvalId: string | undefined },
): Promise<LostHours | undefined> {
  const [row] = await sql.stateLostHours(db, stated);
  if (!row) return undefined;
  const { stated_by: statedBy, stated_at: statedAt, ...made } = row;
  return { ...made, statedBy, statedAt };
}

/** What is about to be paid: a payout or a move of so much, there. */
export type PlannedPayment = { objectId: string; network: Network; asset: CryptoAsset; units: bigint; script: string };

/** A transaction that nothing explains, and that may be this payment. */
export const spentUnexplained = async (db: Db, payment: PlannedPayment): Promise<string | undefined> =>
  (await sql.spentUnexplained(db, payment))[0]?.txHash;

/** The reference of a debit told since the database was restored that nothing explains. */
export async function debitedSinceRestore(db: Db, currency: Fiat): Promise<string | undefined> {
  const [row] = await sql.debitedSinceRestore(db, { currency });
  return row?.reference;
}
