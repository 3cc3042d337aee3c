import { valuesOf } from "#lib/contract/filters.ts";
import type { TransferFilter } from "./filters.ts";
import { ASSETS } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { TRANSFER_KINDS, TRANSFER_OWNERS, TRANSFER_STATES, type TransferKind } from "./transfer.ts";
import * as sql from "./transfers.sql.ts";

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>;
const findStored = (db: Db, id: string) => db.venueTransfer.findUnique({ where: { id } });

export type TransferRow = ReturnType<typeof transferOf>;

const transferOf = ({ seenAt: _, linkedAt: __, ...row }: Stored) => ({
  ...row,
  kind: wordFrom(TRANSFER_KINDS, row.kind),
  asset: wordFrom(ASSETS, row.asset),
  quantity: decimalFrom(row.quantity),
  fee: decimalFrom(row.fee),
  units: unitsFrom(row.units),
  feeUnits: unitsFrom(row.feeUnits),
  fraction: decimalFrom(row.fraction),
  status: wordFrom(TRANSFER_STATES, row.status),
  belongsTo: wordFrom(TRANSFER_OWNERS, row.belongsTo),
});

/** Transfers of one venue are taken in one after the other, so that each is taken in once. */
export async function holdVenue(db: Db, venue: string): Promise<void> {
  await sql.lockTransfers(db, { venue });
}

export async function findTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  const row = await findStored(db, id);
  return row ? transferOf(row) : undefined;
}

/** A transfer held until the transaction ends: it is linked once, and what is said of it is told before it goes back. */
export async function lockedTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  await sql.lockTransfer(db, { id });
  return findTransfer(db, id);
}

/** The same by the venue's own number. */
export async function lockedByRef(
  db: Db,
  key: { venue: string; kind: TransferKind; venueRef: string },
): Promise<TransferRow | undefined> {
  const row = await db.venueTransfer.findUnique({ select: { id: true }, where: { venue_kind_venueRef: key } });
  return row ? lockedTransfer(db, row.id) : undefined;
}

export type NewTransfer = Omit<TransferRow, "fraction" | "linkedBy" | "note" | "voided"> & { seenAt: Date };

export async function insertTransfer(db: Db, made: NewTransfer): Promise<void> {
  await db.venueTransfer.create({ data: { ...made, ...figuresOf(made), fraction: "0" } });
}

type Figures = Pick<TransferRow, "quantity" | "fee" | "units" | "feeUnits">;
const figuresOf = ({ quantity, fee, units, feeUnits }: Figures) => ({
  quantity: quantity.toString(),
  fee: fee.toString(),
  units: units.toString(),
  feeUnits: feeUnits.toString(),
});

export type Changed = Pick<TransferRow, "status" | "txHash" | "address" | "label" | "doneAt"> &
  Pick<TransferRow, "belongsTo" | "moveId" | "wasNobodys">;

/** Notes what a venue tells anew of a transfer, and what follows from it; figures of one that is over stay as they are. */
export async function writeTransfer(db: Db, id: string, changed: Changed & Figures): Promise<void> {
  const { status, txHash, address, label, doneAt, belongsTo, moveId, wasNobodys } = changed;
  const data = { status, txHash, address, label, doneAt, belongsTo, moveId, wasNobodys, ...figuresOf(changed) };
  const { count } = await db.venueTransfer.updateMany({ where: { id }, data });
  must(count === 1, "a transfer that is held is there");
}

/** What a move is said to have arrived by, held until the transaction ends. */
export async function arrivalOf(db: Db, moveId: string): Promise<TransferRow | undefined> {
  const row = await db.venueTransfer.findFirst({
    select: { id: true },
    where: { moveId, kind: "DEPOSIT", status: "DONE" },
  });
  return row ? lockedTransfer(db, row.id) : undefined;
}

/** What was taken for a move's, and is held, is unassigned. */
export async function releaseRow(db: Db, id: string): Promise<void> {
  must((await sql.releaseTransfer(db, { id })) === 1, "a transfer that is held is a move's until it is nobody's");
}

export async function linkRow(
  db: Db,
  id: string,
  linked: { moveId: string; by: string; at: Date; note: string },
): Promise<void> {
  const { moveId, by, at, note } = linked;
  const { count } = await db.venueTransfer.updateMany({
    where: { id, belongsTo: "NOBODY" },
    data: { belongsTo: "MOVE", moveId, linkedBy: by, linkedAt: at, note },
  });
  must(count === 1, "a transfer that is held belongs to nobody until it is linked");
}

/** Of these moves those that a transfer is already. */
export async function takenMoves(
  db: Db,
  of: { venue: string; kind: TransferKind; moveIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set((await sql.takenMoves(db, of)).map(({ moveId }) => moveId));
}

/** Of moves of fiat those to whose destination the venue's own names for a bank account lead. */
export const movesNamed = async (
  db: Db,
  of: { names: readonly string[]; moveIds: readonly string[] },
): Promise<string[]> => (await sql.movesNamed(db, of)).map(({ id }) => id);

export async function listTransferRows(
  db: Db,
  query: TransferFilter & { before: string | undefined; limit: number },
): Promise<TransferRow[]> {
  const { belongsTo, venue, before, limit } = query;
  const rows = await db.venueTransfer.findMany({
    where: {
      ...(belongsTo && { belongsTo: { in: [...valuesOf(belongsTo)] } }),
      ...(venue && { venue }),
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(transferOf);
}

export type Watch = RowOf<typeof sql.watchOf>;

/** Since when a venue is asked; the first question makes it so. */
export async function watchOf(db: Db, venue: string, fromAt: Date): Promise<Watch> {
  const [known] = await sql.watchOf(db, { venue });
  if (known) return known;
  await sql.beginWatch(db, { venue, fromAt });
  return watchOf(db, venue, fromAt);
}

/** A venue has answered, or said in its own words why not. */
export async function noteRead(db: Db, venue: string, fault: string | undefined): Promise<void> {
  await sql.noteRead(db, { venue, fault });
}

/** By when a venue's trades are explained. */
export async function noteTraded(db: Db, venue: string, readTo: Date): Promise<void> {
  await sql.noteTraded(db, { venue, readTo });
}

/** How long each venue has not told its transfers that was asked and did not. */
export async function readSilences(db: Db) {
  return (await sql.silences(db)).map(({ venue, ms }) => ({ venue, ms: Math.max(0, Math.round(ms)) }));
}

/** What a venue says is below zero of ours, of all that it holds; the rest is not any more. */
export async function noteBelow(
  db: Db,
  venue: string,
  below: readonly { symbol: string; quantity: Decimal }[],
): Promise<void> {
  await sql.noteBelow(db, {
    venue,
    symbols: below.map(({ symbol }) => symbol),
    quantities: below.map(({ quantity }) => quantity.toString()),
  });
}
