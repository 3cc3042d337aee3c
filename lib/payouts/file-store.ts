import { FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { PAIN_FORMATS } from "./file-contract.ts";
import { type Db, type Prisma, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { must } from "#lib/kernel/errors.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./files.sql.ts";

/** The account of ours that a bank's file pays from: the standing destination of that place. */
export async function ownIban(db: Db, place: string, asset: Fiat): Promise<string | undefined> {
  const row = await db.destination.findFirst({ where: { place, asset, endedAt: null }, select: { address: true } });
  return row?.address;
}

export type FiledPayout = {
  id: string;
  accountId: string;
  units: bigint;
  name: string;
  iban: string | undefined;
  accountNumber: string | undefined;
  bic: string | undefined;
  reference: string;
};

/** Approved payouts of a fiat that may leave now, oldest first, under their locks; what another takes meanwhile is not among them. */
export async function lockPayable(db: Db, currency: Fiat, limit: number): Promise<FiledPayout[]> {
  const rows = await sql.lockApproved(db, { currency, limit });
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    units: unitsFrom(row.quantity_units),
    name: row.name,
    iban: row.iban ?? undefined,
    accountNumber: row.account_number ?? undefined,
    bic: row.bic ?? undefined,
    reference: row.reference,
  }));
}

/** When a file is made and its payouts are to be executed, in the house's zone and on a bank day of the currency. */
export async function timesOfFile(db: Db, currency: Fiat): Promise<RowOf<typeof sql.timesOfFile>> {
  const [row] = await sql.timesOfFile(db, { currency });
  must(row, "there is always a next bank day");
  return row;
}

export async function filePayouts(db: Db, filed: { payoutIds: readonly string[]; fileId: string }): Promise<void> {
  await sql.filePayouts(db, filed);
}

const SHOWN = {
  id: true,
  bank: true,
  currency: true,
  messageId: true,
  format: true,
  payouts: true,
  totalUnits: true,
  sha256: true,
  madeBy: true,
  madeAt: true,
} as const;

export type FileRow = ReturnType<typeof rowOf>;

const rowOf = (row: Prisma.PayoutFileGetPayload<{ select: typeof SHOWN }>) => ({
  ...row,
  currency: wordFrom(FIATS, row.currency),
  format: wordFrom(PAIN_FORMATS, row.format),
  totalUnits: unitsFrom(row.totalUnits),
});

type NewFile = Omit<FileRow, "madeAt"> & { content: string; madeUserId: string | null };

export async function insertFile(db: Db, made: NewFile): Promise<void> {
  await db.payoutFile.create({ select: { id: true }, data: { ...made, totalUnits: made.totalUnits.toString() } });
}

export async function readFileRow(db: Db, id: string): Promise<FileRow | undefined> {
  const row = await db.payoutFile.findUnique({ where: { id }, select: SHOWN });
  return row ? rowOf(row) : undefined;
}

/** As many as a page of the desk shows. */
const LISTED = 100;

export async function listFileRows(db: Db): Promise<FileRow[]> {
  return (await db.payoutFile.findMany({ orderBy: { id: "desc" }, take: LISTED, select: SHOWN })).map(rowOf);
}

export async function fileContent(db: Db, id: string) {
  return (await db.payoutFile.findUnique({ where: { id }, select: { messageId: true, content: true } })) ?? undefined;
}

/** Whether an approved payout may have been paid by a database that was ahead of this one. */
export async function mayBeInFile(db: Db, currency: Fiat): Promise<boolean> {
  const [row] = await sql.mayBeInFile(db, { currency });
  return row?.may === true;
}

export async function mayBePaid(db: Db, place: string, currency: Fiat): Promise<boolean> {
  const [row] = await sql.mayBePaid(db, { place, currency });
  return row?.may === true;
}

export type FiledIn = {
  fileId: string;
  place: string;
  asset: Fiat;
  madeBy: string;
  madeUserId: string | null;
  madeAt: Date;
};

export async function fileOfPayout(db: Db, payoutId: string): Promise<FiledIn | undefined> {
  const file = await db.payoutFile.findFirst({ where: { filed: { some: { id: payoutId } } }, omit: { content: true } });
  if (!file) return undefined;
  const { id: fileId, bank, currency, madeBy, madeUserId, madeAt } = file;
  return { fileId, place: `bank:${bank}`, asset: wordFrom(FIATS, currency), madeBy, madeUserId, madeAt };
}
