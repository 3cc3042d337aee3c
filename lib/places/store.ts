import { LEDGER_ASSETS, type LedgerAsset } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import * as sql from "./places.sql.ts";

/** What the books say lies at a place. */
export type BookedPlace = { code: string; asset: LedgerAsset; units: bigint };

/** The ledger's accounts of places and of what is between them. */
export async function bookedPlaces(db: Db): Promise<BookedPlace[]> {
  const rows = await db.ledgerAccount.findMany({
    select: { code: true, asset: true, balance: true },
    where: {
      OR: [
        { code: { in: ["bank", "transit"] } },
        { code: { startsWith: "custody:" } },
        { code: { startsWith: "venue:" } },
        { code: { startsWith: "bank:" } },
      ],
    },
    orderBy: [{ code: "asc" }, { asset: "asc" }],
  });
  return rows.map(({ code, asset, balance }) => ({
    code,
    asset: wordFrom(LEDGER_ASSETS, asset),
    units: unitsFrom(balance),
  }));
}

/** What each venue has of a symbol beyond the books, by the venue's account and the symbol. */
export async function venueFractions(db: Db, booked: readonly BookedPlace[]): Promise<ReadonlyMap<string, Decimal>> {
  const venues = booked.filter(({ code }) => code.startsWith("venue:"));
  const rows = await sql.venueFractions(db, {
    codes: venues.map(({ code }) => code),
    assets: venues.map(({ asset }) => asset),
  });
  return new Map(rows.map(({ code, symbol, fraction }) => [`${code} ${symbol}`, decimalFrom(fraction)]));
}
