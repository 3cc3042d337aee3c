import { type Asset, ASSETS, CRYPTO_ASSETS, type CryptoAsset, type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { FeeHeld } from "#lib/ledger/journal.ts";
import * as sql from "./hedge.sql.ts";

/** The house's day that has ended, such as 2026-11-20; undefined outside of the first part of a day. */
export async function dayToSweep(db: Db, windowMs: number): Promise<string | undefined> {
  return (await sql.dayToSweep(db, { windowSeconds: windowMs / 1_000 }))[0]?.day;
}

/** What the fee accounts of each crypto hold; a cost is below zero. */
export async function readFees(db: Db): Promise<(FeeHeld & { asset: CryptoAsset })[]> {
  const rows = await sql.readFees(db);
  return rows.map(({ asset, code, units }) => ({
    asset: wordFrom(CRYPTO_ASSETS, asset),
    code,
    units: unitsFrom(units),
  }));
}

/** The fiat against which most of a crypto was bought: fees in it are hedged there. */
export async function fiatOfFees(db: Db, asset: CryptoAsset): Promise<Fiat> {
  const row = await db.bookPosition.findFirst({
    select: { fiat: true },
    where: { asset },
    orderBy: [{ boughtUnits: "desc" }, { fiat: "asc" }],
  });
  return row ? wordFrom(FIATS, row.fiat) : "EUR";
}

/** What the house has or had of each asset at each venue. */
export async function venueHoldings(db: Db) {
  const rows = await sql.venueHoldings(db);
  return rows.map(({ venue, asset }) => ({ venue, asset: wordFrom(ASSETS, asset) }));
}

/**
 * Writes down the whole units that a venue's fractions have come to, as the database counts them; undefined when there is
 * none, or the day has had its own.
 */
export async function insertSweep(
  db: Db,
  of: { venue: string; asset: Asset; day: string },
): Promise<bigint | undefined> {
  const [row] = await sql.insertSweep(db, of);
  return row && unitsFrom(row.units);
}
