import { type Asset, ASSETS, ASSET_SYMBOLS, type AssetSymbol } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./inventory.sql.ts";

const optional = (text: string | null): Decimal | undefined => (text === null ? undefined : decimalFrom(text));

/** A venue's stock of a symbol, as the database counts it. */
export type StockRow = ReturnType<typeof stockOf>;

const stockOf = (row: RowOf<typeof sql.readInventory>) => ({
  venue: row.venue,
  symbol: wordFrom(ASSET_SYMBOLS, row.symbol),
  balance: decimalFrom(row.balance),
  promised: decimalFrom(row.promised),
  coming: decimalFrom(row.coming),
  /** Below zero where trades bring more than they use. */
  perDay: decimalFrom(row.per_day),
  floor: optional(row.floor),
  target: optional(row.target),
  /** What is short of the target, where the floor will be reached; else zero. */
  short: optional(row.short) ?? decimalFrom("0"),
});

export async function readInventory(db: Db, now: Date): Promise<StockRow[]> {
  return (await sql.readInventory(db, { now, symbols: ASSET_SYMBOLS })).map(stockOf);
}

export type StockSource = { code: string; asset: Asset; units: bigint };

/** Where the house could send from: custody and banks, those with most first. */
export async function readSources(db: Db): Promise<StockSource[]> {
  const rows = await sql.sources(db);
  return rows.map(({ code, asset, balance }) => ({ code, asset: wordFrom(ASSETS, asset), units: unitsFrom(balance) }));
}

export type NewStock = {
  id: string;
  venue: string;
  symbol: AssetSymbol;
  floor: Decimal | undefined;
  target: Decimal | undefined;
  setBy: string;
  setAt: Date;
};

export async function insertStock(db: Db, { floor, target, ...made }: NewStock): Promise<void> {
  await db.venueStock.create({
    data: { ...made, floor: floor?.toString() ?? null, target: target?.toString() ?? null },
  });
}
