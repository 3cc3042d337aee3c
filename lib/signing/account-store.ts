import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./accounts.sql.ts";

/** An account of ours, where its key stands, and how much of a token it has ever received. */
export type TokenAccount = { script: string; walletId: string; keyIndex: number };

/** Accounts of ours that received at least so much of a token and are kept for nothing, those with least of it first. */
export async function tokenAccounts(
  db: Db,
  wanted: {
    network: Network;
    asset: CryptoAsset;
    units: bigint;
    walletId: string | undefined;
    payoutIds: readonly string[];
    only: string | undefined;
    isSafe?: boolean;
    limit: number;
  },
): Promise<TokenAccount[]> {
  const rows = await sql.tokenAccounts(db, { isSafe: false, ...wanted });
  return rows.map(({ keyIndex, ...row }) => ({ ...row, keyIndex: Number(keyIndex) }));
}

/** Where the keys of these accounts stand, as far as they are of a wallet that may pay and kept for nothing. */
export async function gasAccounts(
  db: Db,
  wanted: { network: Network; scripts: readonly string[]; walletId: string | undefined },
): Promise<TokenAccount[]> {
  const rows = await sql.gasAccounts(db, wanted);
  return rows.map(({ keyIndex, ...row }) => ({ ...row, keyIndex: Number(keyIndex) }));
}
