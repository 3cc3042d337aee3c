import { type Db, decimalFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { SIGNED_NETWORKS, type SignedNetwork } from "./prepared-states.ts";
import * as sql from "./fees.sql.ts";

/** Networks of these whose rate was kept longest ago, or never. */
export const feesToKeep = async (
  db: Db,
  networks: readonly SignedNetwork[],
  everyMs: number,
): Promise<SignedNetwork[]> =>
  (await sql.feesToKeep(db, { networks, everyMs })).map(({ network }) => wordFrom(SIGNED_NETWORKS, network));

export async function insertFee(
  db: Db,
  { network, rate, coinUsd }: { network: SignedNetwork; rate: Decimal; coinUsd: Decimal | undefined },
): Promise<void> {
  await sql.insertFee(db, { network, rate: rate.toString(), coinUsd: coinUsd?.toString() });
}

/** The median of what a network asked for, and the newest price in USD of the coin that pays for its tokens. */
export type FeeFacts = { median: Decimal; coinUsd: Decimal | undefined };

/** Of each network, of the last days; a price that is older than the limit is none. */
export async function feeFacts(
  db: Db,
  of: { days: number; priceMs: number },
): Promise<ReadonlyMap<SignedNetwork, FeeFacts>> {
  const rows = await sql.feeFacts(db, of);
  return new Map(
    rows.map(({ network, rate, coinUsd }) => [
      wordFrom(SIGNED_NETWORKS, network),
      { median: decimalFrom(rate), coinUsd: coinUsd === null ? undefined : decimalFrom(coinUsd) },
    ]),
  );
}
