import { CRYPTO_ASSETS, type CryptoAsset } from "#lib/kernel/assets.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./payouts.sql.ts";

/** What the own transaction of a payout that waits has paid its destination. */
export type PaidInstead = {
  payoutId: string;
  account: AccountRef;
  asset: CryptoAsset;
  reference: string;
  beneficiary: string | undefined;
  place: string;
  script: string;
  txHash: string;
  /** What its destination has got. */
  paid: bigint;
  /** What of it the account pays: never more than it asked for. */
  units: bigint;
};

export async function findPaidOtherwise(db: Db, payoutId: string): Promise<PaidInstead | undefined> {
  const [row] = await sql.paidOtherwise(db, { id: payoutId });
  if (!row) return undefined;
  const { id, accountId, account, asset, beneficiary, units, paid, ...named } = row;
  return {
    ...named,
    payoutId: id,
    account: { id: accountId, name: account },
    asset: wordFrom(CRYPTO_ASSETS, asset),
    beneficiary: beneficiary ?? undefined,
    paid: unitsFrom(paid),
    units: unitsFrom(units),
  };
}

/** A payout that waits for what is recorded of this transaction, of whichever account. */
export const waitsForHash = async (db: Db, txHash: string): Promise<RowOf<typeof sql.waitsForHash> | undefined> =>
  (await sql.waitsForHash(db, { txHash }))[0];

/** A payout that counts as paid by a transaction which can be in no block any more. */
export type SpentPayout = {
  payoutId: string;
  account: AccountRef;
  asset: CryptoAsset;
  units: bigint;
  fromPending: boolean;
  outgoingId: string;
  txHash: string;
};

export async function findSpent(db: Db, payoutId: string): Promise<SpentPayout | undefined> {
  const [row] = await sql.spentPayout(db, { id: payoutId });
  if (!row) return undefined;
  const { accountId, account, asset, units, ...named } = row;
  return {
    ...named,
    account: { id: accountId, name: account },
    asset: wordFrom(CRYPTO_ASSETS, asset),
    units: unitsFrom(units),
  };
}

/** Payouts of which their own final transaction has given their destination nothing. */
export const missedPayouts = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.missedPayouts(db, { limit })).map(({ id }) => id);
