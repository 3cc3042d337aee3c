import { valuesOf } from "#lib/contract/filters.ts";
import type { MoveFilter } from "./filters.ts";
import { type Asset, LEDGER_ASSETS, type LedgerAsset } from "#lib/kernel/assets.ts";
import { type Db, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import {
  type ExpectedMove,
  FACT_STATES,
  MOVE_KINDS,
  MOVE_SIDES,
  MOVE_SOURCES,
  MOVE_STATES,
  MOVE_TRANSITIONS,
  type MoveSide,
  type MoveSource,
  type MoveState,
} from "./move.ts";
import * as sql from "./moves.sql.ts";

const WHOLE = {
  destination: { select: { address: true, label: true } },
  facts: { orderBy: [{ at: "asc" }, { id: "asc" }] },
} satisfies Prisma.MoveInclude;

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>;
const findStored = (db: Db, id: string) => db.move.findUnique({ where: { id }, include: WHOLE });

export type MoveRow = ReturnType<typeof doubtedOf>;
export type FactRow = MoveRow["facts"][number];

function moveOf({ quantityUnits, fromPlace, toPlace, facts, ...row }: Stored) {
  return {
    ...row,
    kind: wordFrom(MOVE_KINDS, row.kind),
    from: fromPlace ?? undefined,
    to: toPlace ?? undefined,
    asset: wordFrom(LEDGER_ASSETS, row.asset),
    units: unitsFrom(quantityUnits),
    status: wordFrom(MOVE_STATES, row.status),
    facts: facts.map(({ moveId: _, approvalId: __, ...fact }) => ({
      ...fact,
      side: wordFrom(MOVE_SIDES, fact.side),
      source: wordFrom(MOVE_SOURCES, fact.source),
      status: wordFrom(FACT_STATES, fact.status),
      units: unitsFrom(fact.units),
      feeUnits: unitsFrom(fact.feeUnits),
    })),
  };
}

/** A move with its facts, undefined when there is none. */
export async function findMove(db: Db, id: string): Promise<MoveRow | undefined> {
  const row = await findStored(db, id);
  const [found] = await withDoubts(db, row ? [row] : []);
  return found;
}

/** Each with whether it may have left, or have been signed, before the database was restored. */
async function withDoubts(db: Db, rows: readonly Stored[]): Promise<MoveRow[]> {
  const doubted = await sql.mayHaveLeft(db, { ids: rows.map(({ id }) => id) });
  return rows.map((row) =>
    doubtedOf(
      row,
      doubted.find(({ id }) => id === row.id),
    ),
  );
}

const doubtedOf = (row: Stored, doubts: RowOf<typeof sql.mayHaveLeft> | undefined) => ({
  ...moveOf(row),
  /** Requested before the database was restored, and nothing has shown yet whether it has left since. */
  mayHaveLeft: doubts?.left ?? false,
  /** Requested before, and nobody has stated yet that nothing signed for it in the lost hours is still to be sent. */
  mayBeSigned: doubts?.signed ?? false,
});

/** The same, held until the transaction ends: steps of one move follow one another. */
export async function lockedMove(db: Db, id: string): Promise<MoveRow | undefined> {
  await sql.lockMove(db, { id });
  return findMove(db, id);
}

/** Whether a transaction that may still be sent pays it. */
export async function isPrepared(db: Db, id: string): Promise<boolean> {
  const [row] = await sql.isPrepared(db, { id });
  return row?.prepared ?? false;
}

/** The transaction that was seen to pay it and that no block has yet. */
export async function seenPaying(db: Db, id: string): Promise<string | undefined> {
  const [row] = await sql.seenPaying(db, { id });
  return row?.txHash;
}

/** The withdrawal by which a venue has begun to carry it out. */
export async function pendingWithdrawal(db: Db, moveId: string): Promise<string | undefined> {
  const where = { moveId, kind: "WITHDRAWAL", status: "PENDING" };
  return (await db.venueTransfer.findFirst({ select: { venueRef: true }, where }))?.venueRef;
}

export async function listMoveRows(
  db: Db,
  query: MoveFilter & { before: string | undefined; limit: number },
): Promise<MoveRow[]> {
  const { status, place, before, limit } = query;
  const rows = await db.move.findMany({
    where: {
      ...(status && { status: { in: [...valuesOf(status)] } }),
      ...(before && { id: { lt: before } }),
      ...(place && { OR: [{ fromPlace: place }, { toPlace: place }] }),
    },
    include: WHOLE,
    orderBy: { id: "desc" },
    take: limit,
  });
  return withDoubts(db, rows);
}

export type NewMove = Pick<
  MoveRow,
  | "id"
  | "kind"
  | "from"
  | "to"
  | "asset"
  | "units"
  | "destinationId"
  | "address"
  | "reference"
  | "note"
  | "createdBy"
  | "createdUserId"
> & { status: "DRAFT" | "REQUESTED"; at: Date };

export async function insertMove(db: Db, { units, from, to, at, ...made }: NewMove): Promise<void> {
  await db.move.create({
    data: {
      ...made,
      fromPlace: from ?? null,
      toPlace: to ?? null,
      quantityUnits: units.toString(),
      createdAt: at,
      updatedAt: at,
    },
  });
}

/** Brings a move from one state to another; it must still be in the first. */
export async function advanceMove(
  db: Db,
  { id, status }: Pick<MoveRow, "id" | "status">,
  to: { status: MoveState; at: Date; approvalId?: string | undefined; endedReason?: string | undefined },
): Promise<void> {
  must(MOVE_TRANSITIONS[status].includes(to.status), `a move does not go from ${status} to ${to.status}`);
  const { count } = await db.move.updateMany({
    where: { id, status },
    data: {
      status: to.status,
      updatedAt: to.at,
      ...(to.approvalId !== undefined && { approvalId: to.approvalId }),
      ...(to.endedReason !== undefined && { endedReason: to.endedReason }),
    },
  });
  if (count !== 1) throw new Refusal("INVALID_STATE", "The move has changed meanwhile: look at it again.");
}

export type NewFact = Pick<FactRow, "id" | "side" | "source" | "proof" | "units" | "feeUnits" | "toldBy" | "at"> & {
  moveId: string;
  note: string | undefined;
  approvalId: string | undefined;
};

export async function insertFact(db: Db, { units, feeUnits, note, approvalId, ...made }: NewFact): Promise<void> {
  await db.moveFact.create({
    data: {
      ...made,
      units: units.toString(),
      feeUnits: feeUnits.toString(),
      note: note ?? null,
      approvalId: approvalId ?? null,
      status: "EARLY",
    },
  });
}

/** Notes what became of a fact; `feeUnits` is what was lost up to it. Answers the key of its entries but for their number. */
export async function writeFact(
  db: Db,
  {
    id,
    status,
    feeUnits,
    timesPosted,
    timesReversed,
  }: Pick<FactRow, "id" | "status" | "feeUnits" | "timesPosted" | "timesReversed">,
): Promise<string> {
  const counts = { timesPosted, timesReversed };
  const [written] = await sql.writeFact(db, { id, status, feeUnits: feeUnits.toString(), ...counts });
  must(written, "a fact that was told is there");
  return written.key;
}

/** A step of a move by what proves it. */
export type ProvenStep = { side: MoveSide; source: MoveSource; proof: string };

/** What a proof stands for already. */
export async function standingFact(
  db: Db,
  fact: ProvenStep,
): Promise<{ moveId: string; units: bigint; feeUnits: bigint } | undefined> {
  const row = await db.moveFact.findFirst({ where: { ...fact, status: { not: "GONE" } } });
  return row ? { moveId: row.moveId, units: unitsFrom(row.units), feeUnits: unitsFrom(row.feeUnits) } : undefined;
}

/** Whether what was told of a move went elsewhere than was agreed to, or brings over a hundredth less than has left. */
export async function linkDeparts(
  db: Db,
  reported: { moveId: string; side: MoveSide; units: bigint; sentTo: readonly string[] },
): Promise<boolean> {
  const [row] = await sql.linkDeparts(db, { ...reported, units: reported.units.toString() });
  return row?.departs === true;
}

/** Whether the venue that a move leaves, or arrives at, tells its transfers: then nobody else says so. */
export async function venueReports(db: Db, id: string, side: MoveSide): Promise<boolean> {
  const [row] = await sql.venueReports(db, { id, side });
  return row?.reports === true;
}

export async function expectedRows(db: Db, place: string): Promise<ExpectedMove[]> {
  return (await sql.expectedMoves(db, { place })).map((row) => ({
    moveId: row.id,
    from: row.fromPlace ?? undefined,
    to: row.toPlace ?? undefined,
    asset: row.asset,
    units: unitsFrom(row.quantityUnits),
    hasLeft: row.status === "SENT",
    reference: row.reference,
    address: row.address ?? undefined,
    leftProof: row.leftProof ?? undefined,
    leftUnits: row.leftUnits === null ? undefined : unitsFrom(row.leftUnits),
    arrivedUnits: row.arrivedUnits === null ? undefined : unitsFrom(row.arrivedUnits),
    at: row.at,
  }));
}

export type DestinationRow = ReturnType<typeof destinationOf>;

const destinationOf = ({ approvalId: _, ...row }: Prisma.DestinationGetPayload<object>) => ({
  ...row,
  asset: wordFrom(LEDGER_ASSETS, row.asset),
});

export async function listDestinationRows(db: Db): Promise<DestinationRow[]> {
  const rows = await db.destination.findMany({ orderBy: [{ endedAt: "desc" }, { place: "asc" }, { id: "asc" }] });
  return rows.map(destinationOf);
}

export async function findDestination(db: Db, id: string): Promise<DestinationRow | undefined> {
  const row = await db.destination.findUnique({ where: { id } });
  return row ? destinationOf(row) : undefined;
}

/** Whether a standing destination is an account of ours at a place, in an asset; by its address where one is given. */
export async function standingDestination(
  db: Db,
  wanted: { place: string; asset: LedgerAsset; address?: string },
): Promise<DestinationRow | undefined> {
  const row = await db.destination.findFirst({ where: { ...wanted, endedAt: null } });
  return row ? destinationOf(row) : undefined;
}

/** The standing destination of a bank of ours by its address. */
export async function bankDestination(db: Db, address: string, asset: Asset): Promise<DestinationRow | undefined> {
  const where = { address, asset, endedAt: null, place: { startsWith: "bank:" } };
  const row = await db.destination.findFirst({ where, orderBy: { id: "asc" } });
  return row ? destinationOf(row) : undefined;
}

export async function insertDestination(
  db: Db,
  made: Omit<DestinationRow, "endedBy" | "endedAt"> & { approvalId: string | null },
): Promise<void> {
  await db.destination.create({ data: made });
}

export async function endDestinationRow(db: Db, id: string, by: string, at: Date): Promise<void> {
  const { count } = await db.destination.updateMany({
    where: { id, endedAt: null },
    data: { endedBy: by, endedAt: at },
  });
  if (count !== 1) throw new Refusal("INVALID_STATE", "This destination has ended already.");
}

/** Moves that were asked for and whose request nobody can decide any more. */
export const lapsedMoves = async (db: Db, limit: number): Promise<string[]> =>
  (await sql.lapsedMoves(db, { limit })).map(({ id }) => id);
