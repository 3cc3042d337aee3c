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

export async function insertFee(db: Db, network: SignedNetwork, rate: Decimal): Promise<void> {
  await sql.insertFee(db, { network, rate: rate.toString() });
}

/** The median of what networks asked for in the last days. */
export async function medianFees(db: Db, days: number): Promise<ReadonlyMap<SignedNetwork, Decimal>> {
  const rows = await sql.medianFees(db, { days });
  return new Map(rows.map(({ network, rate }) => [wordFrom(SIGNED_NETWORKS, network), decimalFrom(rate)]));
}
