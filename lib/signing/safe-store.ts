import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./safe.sql.ts";

/** A Safe whose address is ours. */
export type OwnSafe = RowOf<typeof sql.safeOf>;

/** The Safe that a wallet is; undefined for one of keys, and for a Safe that nobody has activated. */
export async function findSafe(db: Db, walletId: string): Promise<OwnSafe | undefined> {
  const [row] = await sql.safeOf(db, { walletId });
  return row;
}

/** A batch's number of its Safe, and what has taken tokens out of that in blocks that are final, up to a height. */
export type SafeUse = ReturnType<typeof useOf>;

const useOf = ({ number, height, ...row }: RowOf<typeof sql.safesToProve>) => ({
  ...row,
  number: Number(number),
  height: Number(height),
});

/** Batches of which the final chain has grown since their numbers were found unused. */
export const safesToProve = async (db: Db, limit: number): Promise<SafeUse[]> =>
  (await sql.safesToProve(db, { limit })).map(useOf);

/** Whether what a batch pays has left, or is leaving, and is not in the books yet. */
export async function isLeaving(db: Db, id: string): Promise<boolean> {
  const [row] = await sql.isLeaving(db, { id });
  return row?.leaving ?? true;
}

/** Whether a transaction that takes tokens out of custody is final, and in the books. */
export async function isFinal(db: Db, txHash: string): Promise<boolean> {
  const [row] = await sql.isFinal(db, { txHash });
  return row?.final ?? false;
}

type BatchEnd = { id: string; by: string; height: number } & (
  | { status: "CONFIRMED"; txHash: string; reason?: undefined }
  | { status: "CANCELLED"; txHash?: undefined; reason: string }
);

/** The Safe's number is used up at this final block: by the batch, or by another transaction of the Safe. */
export async function endBatch(db: Db, { height, ...end }: BatchEnd): Promise<void> {
  await sql.endBatch(db, { txHash: undefined, reason: undefined, ...end, height: BigInt(height) });
  const free = { where: { preparedId: end.id, held: true }, data: { held: false } };
  await db.preparedInput.updateMany(free);
  await db.preparedOutput.updateMany(free);
}
