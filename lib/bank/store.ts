import { valuesOf } from "#lib/contract/filters.ts";
import type { LineFilter } from "./filters.ts";
import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import { LINE_OWNERS, LINE_SIDES, type LineSide } from "./statement.ts";
import * as sql from "./bank.sql.ts";

const WHOLE = { parts: { orderBy: { id: "asc" } } } satisfies Prisma.BankLineInclude;
type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>;
const findStored = (db: Db, id: string) => db.bankLine.findUnique({ where: { id }, include: WHOLE });

export type LineRow = ReturnType<typeof lineOf>;
export type LinePartRow = LineRow["parts"][number];

const lineOf = ({ wasNobodys: _, linkedAt: __, ...row }: Stored) => ({
  ...row,
  parts: row.parts.map(({ id, units, moveId, payoutId }) => ({ id, units: unitsFrom(units), moveId, payoutId })),
  asset: wordFrom(FIATS, row.asset),
  side: wordFrom(LINE_SIDES, row.side),
  units: unitsFrom(row.units),
  belongsTo: wordFrom(LINE_OWNERS, row.belongsTo),
});

/** Statements of one account follow one another, so that each line is taken in once. */
export async function holdAccount(db: Db, place: string, asset: Fiat): Promise<void> {
  await sql.holdAccount(db, { name: `bank ${place} ${asset}` });
}

/**
 * Lines of a fiat and the agreement to payouts of it follow one another: a line that comes finds the payout agreed to, else
 * the approver finds the line.
 */
export async function holdLines(db: Db, asset: Fiat): Promise<void> {
  await sql.holdAccount(db, { name: `lines of ${asset}` });
}

type StatementKey = { place: string; asset: Fiat; digest: string; reference: string };
type StoredStatement = NonNullable<Awaited<ReturnType<typeof storedStatement>>>;
const storedStatement = (db: Db, where: StatementKey) => db.bankStatement.findFirst({ where });

export type StatementRow = ReturnType<typeof statementOf>;

const statementOf = (row: StoredStatement) => ({
  id: row.id,
  place: row.place,
  asset: wordFrom(FIATS, row.asset),
  reference: row.reference,
  opening: row.openingUnits === null ? undefined : unitsFrom(row.openingUnits),
  closing: row.closingUnits === null ? undefined : unitsFrom(row.closingUnits),
  gap: unitsFrom(row.gapUnits),
  gapDays: row.gapDays,
});

/** A statement of a file, once it is taken in. */
export async function findStatement(db: Db, key: StatementKey): Promise<StatementRow | undefined> {
  const row = await storedStatement(db, key);
  return row ? statementOf(row) : undefined;
}

type Account = { place: string; asset: Fiat };

/** Whether any statement of an account has said its balances. */
export async function hasBalances(db: Db, account: Account): Promise<boolean> {
  const where = { ...account, source: { not: "SANDBOX" }, closingUnits: { not: null } };
  return (await db.bankStatement.findFirst({ select: { id: true }, where })) !== null;
}

type Neighbour = { opening: bigint | undefined; closing: bigint | undefined; at: Date };

/** The statements of an account that close before one that closes at a moment, or as it does, and next after it. */
export async function neighboursOf(
  db: Db,
  { place, asset, at }: Account & { at: Date },
): Promise<{ before: Neighbour | undefined; after: Neighbour | undefined }> {
  const account = { place, asset, source: { not: "SANDBOX" } };
  const [before, after] = [
    await db.bankStatement.findFirst({
      where: { ...account, closedAt: { lte: at } },
      orderBy: [{ closedAt: "desc" }, { id: "desc" }],
    }),
    await db.bankStatement.findFirst({
      where: { ...account, closedAt: { gt: at } },
      orderBy: [{ closedAt: "asc" }, { id: "asc" }],
    }),
  ];
  return { before: before ? neighbourOf(before) : undefined, after: after ? neighbourOf(after) : undefined };
}

function neighbourOf(row: StoredStatement): Neighbour {
  const { opening, closing } = statementOf(row);
  return { opening, closing, at: row.closedAt };
}

/** Of these lines of an account those that are taken in already, and when the statement closed that brought each. */
export async function closingOfLines(
  db: Db,
  { place, asset }: Account,
  references: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.bankLine.findMany({
    select: { reference: true, statement: { select: { closedAt: true } } },
    where: { place, asset, reference: { in: [...references] } },
  });
  return new Map(rows.map(({ reference, statement }) => [reference, statement.closedAt]));
}

/** Whether lines of an account's days were taken in by another reading, under other keys. */
export async function isReadOtherwise(
  db: Db,
  of: { place: string; asset: Fiat; reading: string; from: Date; to: Date },
): Promise<boolean> {
  const { place, asset, reading, from, to } = of;
  const row = await db.bankLine.findFirst({
    select: { id: true },
    where: {
      place,
      asset,
      bookedAt: { gte: from, lte: to },
      statement: { reading: { not: reading }, source: { not: "SANDBOX" } },
    },
  });
  return row !== null;
}

/** Of these lines of an account those that are taken in already. */
export async function knownReferences(
  db: Db,
  place: string,
  asset: Fiat,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.bankLine.findMany({
    select: { reference: true },
    where: { place, asset, reference: { in: [...references] } },
  });
  return new Set(rows.map(({ reference }) => reference));
}

export type KnownLine = { side: LineSide; units: bigint };

/** Of these lines of an account those that are taken in already, and what they said. */
export async function linesByReference(
  db: Db,
  { place, asset }: { place: string; asset: Fiat },
  lines: readonly { reference: string }[],
): Promise<ReadonlyMap<string, KnownLine>> {
  const rows = await db.bankLine.findMany({
    select: { reference: true, side: true, units: true },
    where: { place, asset, reference: { in: lines.map(({ reference }) => reference) } },
  });
  return new Map(
    rows.map(({ reference, side, units }) => [
      reference,
      { side: wordFrom(LINE_SIDES, side), units: unitsFrom(units) },
    ]),
  );
}

export type NewStatement = StatementRow & {
  source: "CAMT053" | "CSV" | "SANDBOX";
  reading: string;
  mappingId: string | null;
  approvalId: string | null;
  digest: string;
  closedAt: Date;
  takenBy: string;
  takenAt: Date;
};

export async function insertStatement(db: Db, { opening, closing, gap, ...made }: NewStatement): Promise<StatementRow> {
  const row = await db.bankStatement.create({
    data: {
      ...made,
      openingUnits: opening?.toString() ?? null,
      closingUnits: closing?.toString() ?? null,
      gapUnits: gap.toString(),
    },
  });
  return statementOf(row);
}

export async function findLine(db: Db, id: string): Promise<LineRow | undefined> {
  const row = await findStored(db, id);
  return row ? lineOf(row) : undefined;
}

/** A line held until the transaction ends: it is linked once. */
export async function lockedLine(db: Db, id: string): Promise<LineRow | undefined> {
  await sql.lockLine(db, { id });
  return findLine(db, id);
}

export async function lineByReference(
  db: Db,
  place: string,
  asset: Fiat,
  reference: string,
): Promise<LineRow | undefined> {
  const row = await db.bankLine.findUnique({
    where: { place_asset_reference: { place, asset, reference } },
    include: WHOLE,
  });
  return row ? lineOf(row) : undefined;
}

export type NewLine = Omit<LineRow, "linkedBy" | "note" | "parts" | "voided">;

/** A line that belongs to something as it comes. */
export async function insertLine(db: Db, { units, ...made }: NewLine): Promise<void> {
  await db.bankLine.create({ data: { ...made, units: units.toString(), wasNobodys: false } });
}

/** Lines that each pay one payout, in one set. */
export async function insertLinesOfPayouts(
  db: Db,
  paid: readonly { payoutId: string; line: Omit<NewLine, "belongsTo" | "moveId" | "payoutId"> }[],
): Promise<void> {
  const made = { belongsTo: "PAYOUT", moveId: null, wasNobodys: false };
  await db.bankLine.createMany({
    data: paid.map(({ payoutId, line: { units, ...line } }) => ({
      ...line,
      ...made,
      payoutId,
      units: units.toString(),
    })),
  });
}

/** Lines that are unassigned, in one set. */
export async function insertLinesOfNobody(
  db: Db,
  lines: readonly Omit<NewLine, "belongsTo" | "moveId" | "payoutId">[],
): Promise<void> {
  const made = { belongsTo: "NOBODY", moveId: null, payoutId: null, wasNobodys: true };
  await db.bankLine.createMany({
    data: lines.map(({ units, ...line }) => ({ ...line, ...made, units: units.toString() })),
  });
}

/** An unassigned line that was found to pay several, or one with others. */
export async function partLine(db: Db, id: string): Promise<void> {
  const { count } = await db.bankLine.updateMany({
    where: { id, belongsTo: "NOBODY" },
    data: { belongsTo: "PARTS" },
  });
  must(count === 1, "a line of an account that is held belongs to nobody until it is matched");
}

export type NewPart = LinePartRow & { lineId: string; proof: string };

export async function insertParts(db: Db, parts: readonly NewPart[]): Promise<void> {
  await db.bankPart.createMany({ data: parts.map(({ units, ...made }) => ({ ...made, units: units.toString() })) });
}

/** What proved the payouts that a debit has paid, by the bank's own number of it. */
export async function proofsOfLine(db: Db, place: string, asset: Fiat, reference: string): Promise<string[]> {
  const parts = await db.bankPart.findMany({
    select: { proof: true },
    where: { line: { place, asset, reference, side: "DEBIT" } },
  });
  return parts.map(({ proof }) => proof);
}

/** Lines of an account that nobody expects, of one side and some days. */
export async function linesOfNobody(
  db: Db,
  of: { place: string; asset: Fiat; side: LineSide; from: Date; to: Date },
): Promise<LineRow[]> {
  const { place, asset, side, from, to } = of;
  const rows = await db.bankLine.findMany({
    where: { place, asset, side, belongsTo: "NOBODY", bookedAt: { gte: from, lte: to } },
    include: WHOLE,
    orderBy: [{ bookedAt: "asc" }, { id: "asc" }],
  });
  return rows.map(lineOf);
}

/** The only unassigned debit over this sum that the bank, or who ordered it, calls so; held until the transaction ends. */
export async function debitOfNobody(
  db: Db,
  of: { place: string; asset: Fiat; units: bigint; reference: string },
): Promise<LineRow | undefined> {
  const { place, asset, units, reference } = of;
  await holdAccount(db, place, asset);
  const rows = await db.bankLine.findMany({
    where: {
      ...{ place, asset, side: "DEBIT", units: units.toString(), belongsTo: "NOBODY", reversalOf: null },
      OR: [{ reference }, { endToEnd: reference }],
    },
    include: WHOLE,
    take: 2,
  });
  const [row, other] = rows;
  return row && !other ? lineOf(row) : undefined;
}

/** Unassigned debits that name a payout, of whatever bank account of ours, held until the transaction ends. */
export async function debitsNaming(db: Db, asset: Fiat, payoutId: string): Promise<LineRow[]> {
  const ids = (await sql.debitsNaming(db, { asset, payoutId })).map(({ id }) => id);
  const rows = await db.bankLine.findMany({ where: { id: { in: ids } }, include: WHOLE, orderBy: { id: "asc" } });
  return rows.map(lineOf);
}

/** Debits of an account that are unassigned, booked since. */
export async function debitsSince(
  db: Db,
  { place, asset, since }: { place: string; asset: Fiat; since: Date },
): Promise<LineRow[]> {
  const rows = await db.bankLine.findMany({
    where: { place, asset, side: "DEBIT", belongsTo: "NOBODY", reversalOf: null, bookedAt: { gte: since } },
    include: WHOLE,
    orderBy: { id: "asc" },
  });
  return rows.map(lineOf);
}

/** A line that was taken for a move's, and that is held, is unassigned. */
export async function releaseRow(db: Db, id: string): Promise<void> {
  must((await sql.releaseLine(db, { id })) === 1, "a line that is held is a move's until it is nobody's");
}

export async function linkRow(
  db: Db,
  id: string,
  linked: ({ moveId: string } | { payoutId: string }) & { by: string; at: Date; note: string },
): Promise<void> {
  const { by, at, note, ...to } = linked;
  const { count } = await db.bankLine.updateMany({
    where: { id, belongsTo: "NOBODY" },
    data: { belongsTo: "moveId" in to ? "MOVE" : "PAYOUT", ...to, linkedBy: by, linkedAt: at, note },
  });
  must(count === 1, "a line that is held belongs to nobody until it is linked");
}

export async function listLineRows(
  db: Db,
  query: LineFilter & { before: string | undefined; limit: number },
): Promise<LineRow[]> {
  const { belongsTo, place, before, limit } = query;
  const rows = await db.bankLine.findMany({
    where: {
      ...(belongsTo && { belongsTo: { in: [...valuesOf(belongsTo)] } }),
      ...(place && { place }),
      ...(before && { id: { lt: before } }),
    },
    include: WHOLE,
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(lineOf);
}

/** What the last statement of each account that says its balances ends with. */
export async function lastBalances(db: Db): Promise<{ place: string; asset: Fiat; units: bigint; at: Date }[]> {
  const rows = await db.bankStatement.findMany({
    where: { closingUnits: { not: null } },
    distinct: ["place", "asset"],
    orderBy: [{ place: "asc" }, { asset: "asc" }, { closedAt: "desc" }, { id: "desc" }],
  });
  return rows.map(({ place, asset, closingUnits, closedAt }) => ({
    place,
    asset: wordFrom(FIATS, asset),
    units: unitsFrom(closingUnits ?? "0"),
    at: closedAt,
  }));
}

/** The digest of a statement's lines as they were taken in, by which the check knows them again. */
export const digestOfLines = async (db: Db, statementId: string): Promise<string> => {
  const [row] = await sql.digestOfLines(db, { statementId });
  must(row, "a digest is one row");
  return row.digest;
};
