import { LEDGER_ASSETS, type LedgerAsset } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
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

/** What is reserved of an asset for payouts of all accounts together. */
export async function reservedOf(db: Db, asset: LedgerAsset): Promise<bigint> {
  const { _sum } = await db.ledgerAccount.aggregate({
    _sum: { balance: true },
    where: { asset, code: { startsWith: "acc:", endsWith: ":reserved" } },
  });
  return _sum.balance === null ? 0n : unitsFrom(_sum.balance);
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

/** What a ledger account of a place, of an account of ours, or of what is unassigned held; since when it has been one. */
export type HeldAnywhere = {
  code: string;
  asset: LedgerAsset;
  units: bigint;
  account: { id: string; name: string } | undefined;
  opened: Date | undefined;
};

/** Everything just before an instant, or now, read at once: what lies somewhere, and whose it is. */
export async function heldEverywhere(db: Db, at: Date | undefined): Promise<HeldAnywhere[]> {
  const rows = await sql.heldEverywhere(db, { instants: at === undefined ? [] : [at] });
  return rows.map(({ code, asset, units, account_id: id, account, opened_at: opened }) => ({
    code,
    asset: wordFrom(LEDGER_ASSETS, asset),
    units: unitsFrom(units),
    account: id === null ? undefined : { id, name: account ?? "" },
    opened: opened ?? undefined,
  }));
}

/** The last days of the house's zone up to a moment, oldest first, each with the instant that ends it. */
export async function houseDays(
  db: Db,
  now: Date,
  count: number,
): Promise<{ zone: string; days: { day: string; end: Date }[] }> {
  const rows = await sql.houseDays(db, { now, count });
  return { zone: rows[0]?.zone ?? "UTC", days: rows.map(({ day, end }) => ({ day, end })) };
}

/** What lies in all places of an asset just before the `nth` of the instants asked for. */
export type Lying = ReturnType<typeof lyingOf>;

const lyingOf = ({ asset, nth, units }: RowOf<typeof sql.lyingAt>) => ({
  asset: wordFrom(LEDGER_ASSETS, asset),
  nth,
  units: unitsFrom(units),
});

/** Of each asset just before each of the instants, which rise. */
export async function lyingAt(db: Db, instants: readonly Date[]): Promise<Lying[]> {
  return (await sql.lyingAt(db, { instants })).map(lyingOf);
}

/** What came to a place and went from it in a period, and the costs that it bore. */
export type PlaceFlow = { code: string; asset: LedgerAsset; received: bigint; went: bigint; fees: bigint };

export async function movedAtPlaces(db: Db, from: Date, to: Date): Promise<PlaceFlow[]> {
  const rows = await sql.movedAtPlaces(db, { from, to });
  return rows.map(({ code, asset, gone_in, gone_out, fees }) => ({
    code,
    asset: wordFrom(LEDGER_ASSETS, asset),
    received: unitsFrom(gone_in),
    went: unitsFrom(gone_out),
    fees: unitsFrom(fees),
  }));
}

/** Deposits of all accounts that a chain has shown and that are not final. */
export async function depositsComing(db: Db) {
  const rows = await sql.depositsComing(db);
  return rows.map(({ asset, count, units, since, in_blocks }) => ({
    asset: wordFrom(LEDGER_ASSETS, asset),
    count: Number(count),
    units: unitsFrom(units),
    since,
    inBlocks: Number(in_blocks),
  }));
}

export type ComingMove = {
  id: string;
  from: string | null;
  to: string | null;
  asset: LedgerAsset;
  units: bigint;
  since: Date;
};

/** Moves that have left and not arrived. */
export async function movesComing(db: Db): Promise<ComingMove[]> {
  const rows = await db.move.findMany({
    select: { id: true, fromPlace: true, toPlace: true, asset: true, quantityUnits: true, updatedAt: true },
    where: { status: "SENT" },
    orderBy: { updatedAt: "asc" },
  });
  return rows.map(({ id, fromPlace, toPlace, asset, quantityUnits, updatedAt }) => ({
    id,
    from: fromPlace,
    to: toPlace,
    asset: wordFrom(LEDGER_ASSETS, asset),
    units: unitsFrom(quantityUnits),
    since: updatedAt,
  }));
}

export type ComingWithdrawal = {
  id: string;
  venue: string;
  asset: LedgerAsset;
  units: bigint;
  since: Date;
  moveId: string | null;
};

/** Withdrawals that a venue has announced and not sent; one of a move that has left is that move's. */
export async function withdrawalsComing(db: Db): Promise<ComingWithdrawal[]> {
  const rows = await db.venueTransfer.findMany({
    select: { id: true, venue: true, asset: true, units: true, toldAt: true, moveId: true },
    where: { kind: "WITHDRAWAL", status: "PENDING", OR: [{ moveId: null }, { move: { status: { not: "SENT" } } }] },
    orderBy: { toldAt: "asc" },
  });
  return rows.map(({ id, venue, asset, units, toldAt, moveId }) => ({
    id,
    venue,
    asset: wordFrom(LEDGER_ASSETS, asset),
    units: unitsFrom(units),
    since: toldAt,
    moveId,
  }));
}

/** What one ledger transaction moved at a place; `id` grows with what is posted. */
export type PlaceEntry = Omit<PlaceFlow, "code"> & {
  id: bigint;
  at: number;
  transactionId: string;
  event: string;
  account: string | undefined;
  paymentId: string | undefined;
  invoiceId: string | undefined;
  payoutId: string | undefined;
  moveId: string | undefined;
};

/** The newest that moved at a place in a period, below an `id` where one is given. */
export async function entriesAtPlace(
  db: Db,
  query: {
    code: string;
    assets: readonly LedgerAsset[];
    from: Date;
    to: Date;
    before: string | undefined;
    count: number;
  },
): Promise<PlaceEntry[]> {
  const { before, ...rest } = query;
  const rows = await sql.entriesAtPlace(db, { ...rest, before: before === undefined ? undefined : BigInt(before) });
  return rows.map((row) => ({
    id: row.last_id,
    at: row.at.getTime(),
    transactionId: row.id,
    event: row.event,
    account: row.account ?? undefined,
    paymentId: row.bill_id ?? undefined,
    invoiceId: row.conversion_id ?? undefined,
    payoutId: row.payout_id ?? undefined,
    moveId: row.move_id ?? undefined,
    asset: wordFrom(LEDGER_ASSETS, row.asset),
    received: unitsFrom(row.gone_in),
    went: unitsFrom(row.gone_out),
    fees: unitsFrom(row.fees),
  }));
}
