import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import * as sql from "./spend.sql.ts";

/** The owner's coins, the oldest first. */
export async function ownCoins(db: Db, network: Network, asset: CryptoAsset) {
  const rows = await sql.ownCoins(db, { network, asset });
  return rows.map(({ txHash, outputIndex, script, units }) => ({
    name: `${txHash}:${outputIndex}`,
    script,
    units: unitsFrom(units),
  }));
}

/** Accounts of the owner with a token, those with the most of it first. */
export async function ownTokens(db: Db, network: Network, asset: CryptoAsset) {
  return (await sql.ownTokens(db, { network, asset })).map(({ script, units }) => ({
    script,
    units: unitsFrom(units),
  }));
}

/** The next address of change of the wallet that a script is of. */
export async function nextChange(db: Db, script: string) {
  return (await sql.nextChange(db, { script }))[0];
}

/** The script of an address of ours. */
export async function ownScript(db: Db, address: string): Promise<string | undefined> {
  return (await sql.ownAddress(db, { address }))[0]?.script ?? undefined;
}
