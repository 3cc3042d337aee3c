import { CRYPTO_ASSETS, type CryptoAsset, type CustodyAsset, type Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import * as sql from "./custody.sql.ts";
import { outputName } from "./leaving.ts";

/** One asset at one block: what the books hold, what waits for them, and what the node says, of how many it was asked. */
export type CustodyProof = {
  network: Network;
  asset: CustodyAsset;
  height: number;
  ledger: bigint;
  waiting: bigint;
  node: bigint;
  asked: number;
  at: Date;
};

/** Outputs of ours that stand unspent in blocks, by name. */
export async function standingOutputs(db: Db, network: Network): Promise<string[]> {
  if (network === "eth" || network === "tron") return [];
  const rows = await sql.standingOutputs(db, { network });
  return rows.map(({ txHash, outputIndex }) => outputName(txHash, outputIndex));
}

/** Accounts of ours that have received a token, by asset. */
export async function usedAccounts(db: Db, network: Network): Promise<{ script: string; asset: CryptoAsset }[]> {
  if (network === "bitcoin" || network === "bitcoincash") return [];
  const rows = await sql.usedAccounts(db, { network });
  return rows.map(({ script, asset }) => ({ script, asset: wordFrom(CRYPTO_ASSETS, asset) }));
}

export async function bookedCustody(
  db: Db,
  network: Network,
  assets: readonly CryptoAsset[],
): Promise<Map<CryptoAsset, Pick<CustodyProof, "ledger" | "waiting">>> {
  const rows = await sql.bookedCustody(db, { network, assets });
  return new Map(
    rows.map(({ asset, ledger, waiting }) => [
      wordFrom(CRYPTO_ASSETS, asset),
      { ledger: unitsFrom(ledger), waiting: unitsFrom(waiting) },
    ]),
  );
}

/** The block we stand at. */
export async function cursorAt(db: Db, network: Network): Promise<{ height: number; hash: string } | undefined> {
  const cursor = await db.chainCursor.findUnique({ select: { height: true, hash: true }, where: { network } });
  return cursor ? { height: Number(cursor.height), hash: cursor.hash } : undefined;
}

export async function insertProof(db: Db, id: string, { at: _, ...proof }: CustodyProof): Promise<void> {
  await sql.insertProof(db, { id, ...proof });
}

export async function latestProofs(db: Db): Promise<CustodyProof[]> {
  const rows = await sql.latestProofs(db);
  return rows.map((row) => ({
    ...row,
    height: Number(row.height),
    ledger: unitsFrom(row.ledger),
    waiting: unitsFrom(row.waiting),
    node: unitsFrom(row.node),
  }));
}

export async function areProofsDue(db: Db): Promise<boolean> {
  const [row] = await sql.proofsDue(db);
  return row?.due ?? false;
}
