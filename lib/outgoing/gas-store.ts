import type { SentTransaction } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./gas.sql.ts";
import type { BlockRef } from "./store.ts";

/** One transaction once, where it stands now. Answers whether it is new. */
export async function upsertGas(
  db: Db,
  id: string,
  network: Network,
  sent: SentTransaction,
  block: BlockRef,
): Promise<boolean> {
  const { txHash, script, valueWei: value } = sent;
  const [row] = await sql.recordGas(db, { id, network, txHash, script, value, ...block });
  return row?.isNew ?? false;
}

export async function unplaceGasRows(db: Db, network: Network, blockHash: string): Promise<void> {
  await db.gasPayment.updateMany({
    where: { network, blockHash },
    data: { blockHeight: null, blockHash: null, feeWei: null },
  });
}

/** Those in a block of which the node has not told what they cost. */
export const unweighedGas = (db: Db, network: Network, limit: number): Promise<{ id: string; txHash: string }[]> =>
  db.gasPayment.findMany({
    select: { id: true, txHash: true },
    where: { network, feeWei: null, blockHash: { not: null } },
    orderBy: { seenAt: "asc" },
    take: limit,
  });

/** False when another block has it by now. */
export async function writeFee(
  db: Db,
  id: string,
  { wei, blockHash }: { wei: bigint; blockHash: string },
): Promise<boolean> {
  const { count } = await db.gasPayment.updateMany({
    where: { id, blockHash, feeWei: null },
    data: { feeWei: wei.toString() },
  });
  return count === 1;
}
