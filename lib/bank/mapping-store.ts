import type { BankFailure } from "#lib/contract/bank-failure.ts";
import { type Fiat, FIATS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import type { PlainMapping } from "./mapping.ts";
import * as sql from "./bank.sql.ts";

type Stored = NonNullable<Awaited<ReturnType<typeof newestStored>>>;
const newestStored = (db: Db, place: string, asset: string) =>
  db.bankMapping.findFirst({ where: { place, asset }, orderBy: { version: "desc" } });
export type MappingRow = ReturnType<typeof mappingOf>;
const mappingOf = (row: Stored) => ({
  ...row,
  asset: wordFrom(FIATS, row.asset),
  mapping: row.mapping as PlainMapping,
});

/** The mapping that rules for an account. */
export async function currentMapping(db: Db, place: string, asset: Fiat): Promise<MappingRow | undefined> {
  const row = await newestStored(db, place, asset);
  return row ? mappingOf(row) : undefined;
}

/** Every version of every account's mapping, those that rule first of their account. */
export async function listMappingRows(db: Db): Promise<MappingRow[]> {
  const rows = await db.bankMapping.findMany({ orderBy: [{ place: "asc" }, { asset: "asc" }, { version: "desc" }] });
  return rows.map(mappingOf);
}

export async function insertMapping(db: Db, { mapping, ...made }: MappingRow): Promise<void> {
  await db.bankMapping.create({ data: { ...made, mapping: { ...mapping } } });
}

export type Upload = {
  id: string;
  format: "CAMT053" | "CSV";
  fileName: string;
  content: Uint8Array;
  digest: string;
  mappingId: string | null;
  uploadedBy: string;
  uploadedAt: Date;
};

export async function insertUpload(db: Db, { content, ...made }: Upload): Promise<void> {
  await db.bankUpload.create({ select: { id: true }, data: { ...made, content: new Uint8Array(content) } });
}

/** A file that waits, byte for byte, with the mapping that it was read by. */
export async function findUpload(
  db: Db,
  id: string,
): Promise<{ fileName: string; content: Uint8Array; digest: string; mapping: MappingRow | undefined } | undefined> {
  const row = await db.bankUpload.findUnique({ where: { id }, include: { mapping: true } });
  return row ? { ...row, mapping: row.mapping ? mappingOf(row.mapping) : undefined } : undefined;
}

export type NewRefusal = Omit<Upload, "content" | "mappingId" | "uploadedAt"> & {
  place: string | null;
  asset: Fiat | null;
  day: Date | null;
  fault: string;
  failure: BankFailure | undefined;
  at: Date;
};

/** False where the same file was refused for the same reason before. */
export async function insertRefusal(db: Db, { day, failure, ...made }: NewRefusal): Promise<boolean> {
  const facts = failure && JSON.stringify(failure);
  const rows = await sql.insertRefusal(db, {
    ...made,
    failure: facts,
    day: day === null ? null : day.toISOString().slice(0, 10),
  });
  return rows.length > 0;
}
