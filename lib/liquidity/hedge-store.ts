import { type Asset, type Crypto, type Fiat, CRYPTO_ASSETS, CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./hedge.sql.ts";
import type { Side } from "./venue.ts";

export type Position = ReturnType<typeof positionOf>;

const positionOf = ({ asset, fiat, units }: RowOf<typeof sql.readPositions>) => ({
  asset,
  fiat,
  units: unitsFrom(units),
});

/** The house's book by ledger asset and the fiat it was traded in, as the database sums its postings up. */
export async function readPositions(db: Db): Promise<Position[]> {
  return (await sql.readPositions(db)).map(positionOf);
}

/** Beside the book what payments in sight will add to it, less explicit fees: at the bill's price, and hard to take back. */
export async function readToHedge(db: Db, seen: boolean): Promise<(Position & { seen: bigint })[]> {
  return (await sql.readToHedge(db, { seen })).map(toHedge);
}

const toHedge = (row: RowOf<typeof sql.readToHedge>): Position & { seen: bigint } => ({
  asset: wordFrom(CRYPTO_ASSETS, row.asset),
  fiat: wordFrom(FIATS, row.fiat),
  units: unitsFrom(row.units),
  seen: unitsFrom(row.seen),
});

/** How a pair's hedging stands: the units of its open order, and how long ago the newest order of each end was placed. */
export type HedgeState = {
  base: Crypto;
  fiat: Fiat;
  side: Side;
  openUnits: bigint;
  sinceLastMs: number;
  sinceRefusalMs: number | undefined;
};

export async function readHedges(db: Db): Promise<HedgeState[]> {
  const rows = await sql.readHedges(db, { bases: CRYPTOS, fiats: FIATS });
  return rows.map((row) => ({
    base: wordFrom(CRYPTOS, row.base),
    fiat: row.fiat,
    side: row.side,
    openUnits: unitsFrom(row.open_units),
    sinceLastMs: row.since_last,
    sinceRefusalMs: row.status === "REFUSED" ? row.since_update : undefined,
  }));
}

/** Since when a crypto's book has been long: the age of the oldest purchase that no sale has covered yet. */
export async function readOpenAges(db: Db): Promise<Map<Crypto, number>> {
  const rows = await sql.readOpenAges(db);
  return new Map(rows.map(({ crypto, age }) => [wordFrom(CRYPTOS, crypto), age]));
}

export type OpenSince = { base: Crypto; fiat: Fiat; openedAt: Date; ageMs: number };

/** Since when at least so much of each of these pairs has been open; a pair of which less is open is left out. */
export async function readOpenedAt(
  db: Db,
  pairs: readonly { base: Crypto; fiat: Fiat; atLeast: bigint }[],
): Promise<OpenSince[]> {
  const rows = await sql.readOpenedAt(db, {
    bases: pairs.map(({ base }) => base),
    fiats: pairs.map(({ fiat }) => fiat),
    leasts: pairs.map(({ atLeast }) => atLeast.toString()),
  });
  return rows.map(({ base, fiat, opened_at, age }) => ({
    base: wordFrom(CRYPTOS, base),
    fiat: wordFrom(FIATS, fiat),
    openedAt: opened_at,
    ageMs: Math.max(0, Math.round(age)),
  }));
}

/** A pair in which no price is promised; of its limits those that are passed. */
export type HedgeStop = {
  base: Crypto;
  fiat: Fiat;
  openedAt: Date;
  ageLimitMs: number | undefined;
  sizeLimit: Decimal | undefined;
};

export async function readStops(db: Db): Promise<(HedgeStop & { stoppedAt: Date })[]> {
  const rows = await sql.readStops(db);
  return rows.map((row) => ({
    base: wordFrom(CRYPTOS, row.base),
    fiat: wordFrom(FIATS, row.fiat),
    openedAt: row.opened_at,
    ageLimitMs: row.age_limit_ms === null ? undefined : Number(row.age_limit_ms),
    sizeLimit: row.size_limit === null ? undefined : Decimal.from(row.size_limit),
    stoppedAt: row.stopped_at,
  }));
}

/** Answers whether the pair was not stopped before. */
export async function upsertStop(db: Db, { sizeLimit, ...stop }: HedgeStop & { units: bigint }): Promise<boolean> {
  const [row] = await sql.upsertStop(db, { ...stop, sizeLimit: sizeLimit?.toString() });
  return row?.made ?? false;
}

/** Answers whether there was one. */
export async function deleteStop(db: Db, base: Crypto, fiat: Fiat): Promise<boolean> {
  return (await sql.deleteStop(db, { base, fiat })).length > 0;
}

/** Serialises the hedges of one pair: the second caller sees the first one's order, or what it has booked. */
export async function lockHedge(db: Db, base: Crypto, fiat: Fiat): Promise<void> {
  await sql.lockHedge(db, { pair: `${base}/${fiat}` });
}

/** Serialises the sales by quantity in one pair: the second caller sees in the book what the first one has sold into it. */
export async function lockSale(db: Db, base: Crypto, fiat: Fiat): Promise<void> {
  await sql.lockSale(db, { pair: `${base}/${fiat}` });
}

/** The fiat the house's book stands at, above zero what is earned and not swept, and what it holds against it. */
export async function readBook(db: Db, fiat: Fiat): Promise<{ fiatUnits: bigint; held: Position[] }> {
  const rows = await sql.readBook(db, { fiat });
  return {
    fiatUnits: unitsFrom(rows[0]?.fiat_units ?? "0"),
    held: rows.flatMap(({ asset, units }) =>
      asset === null || units === null ? [] : [{ asset, fiat, units: unitsFrom(units) }],
    ),
  };
}

export async function isSwept(db: Db, effectKey: string): Promise<boolean> {
  return (await db.ledgerTransaction.count({ where: { effectKey } })) > 0;
}

export async function lockSweep(db: Db, asset: Asset): Promise<void> {
  await sql.lockSweep(db, { name: asset });
}
