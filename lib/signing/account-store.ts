import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./accounts.sql.ts";

/** An account of ours, where its key stands, and how much of a token it has ever received. */
export type TokenAccount = ReturnType<typeof accountOf>;

const accountOf = ({ keyIndex, ...row }: RowOf<typeof sql.tokenAccounts>) => ({ ...row, keyIndex: Number(keyIndex) });

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
  return (await sql.tokenAccounts(db, { isSafe: false, ...wanted })).map(accountOf);
}

/** Where the keys of these accounts stand, as far as they are of a wallet that may pay and kept for nothing. */
export async function gasAccounts(
  db: Db,
  wanted: { network: Network; scripts: readonly string[]; walletId: string | undefined },
): Promise<TokenAccount[]> {
  return (await sql.gasAccounts(db, wanted)).map(accountOf);
}
