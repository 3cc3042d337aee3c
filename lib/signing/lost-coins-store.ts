import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./lost-coins.sql.ts";

/** What has paid the coins of a network that no block has, and what that spends. */
export const coinsInNoBlock = (db: Db, network: Network): Promise<RowOf<typeof sql.coinsInNoBlock>[]> =>
  sql.coinsInNoBlock(db, { network });

/** Coins of which it is not known yet what had paid them in turn. */
export const coinsToTrace = (db: Db, network: Network): Promise<RowOf<typeof sql.coinsToTrace>[]> =>
  sql.coinsToTrace(db, { network });

/** Notes by which transactions of a block coins are lost. */
export async function loseCoins(
  db: Db,
  block: { network: Network; height: number; hash: string },
  lost: readonly { sourceHash: string; txHash: string }[],
): Promise<void> {
  const [sources, txHashes] = [lost.map(({ sourceHash }) => sourceHash), lost.map(({ txHash }) => txHash)];
  await sql.loseCoins(db, { ...block, sources, txHashes });
}

/** The transaction that has paid a coin of these, and that no block has any more. */
export const coinInNoBlock = async (db: Db, familyId: string): Promise<string | undefined> =>
  (await sql.coinInNoBlock(db, { familyId }))[0]?.sourceHash;
