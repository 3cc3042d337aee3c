import { createHash } from "node:crypto";
import { invalid } from "#lib/kernel/errors.ts";
import type { DATE_FORMATS, DELIMITERS, DECIMALS, ENCODINGS, LINE_ORDERS, SIGNS, THOUSANDS } from "./mapping-words.ts";

/** How the CSV statements of one bank account are read (rulebook 13.20); a column is its name in the header, else its number. */
export type Mapping = {
  encoding: keyof typeof ENCODINGS;
  delimiter: keyof typeof DELIMITERS;
  /** Lines before the header, or before the first line where there is none. */
  skipLines: number;
  header: boolean;
  dateFormat: (typeof DATE_FORMATS)[number];
  decimal: keyof typeof DECIMALS;
  thousands: keyof typeof THOUSANDS;
  signs: (typeof SIGNS)[number];
  /** Needed with a column of balances alone. */
  order: (typeof LINE_ORDERS)[number] | undefined;
  bookedColumn: string;
  valuedColumn: string | undefined;
  amountColumn: string | undefined;
  debitColumn: string | undefined;
  creditColumn: string | undefined;
  currencyColumn: string | undefined;
  referenceColumn: string | undefined;
  textColumn: string | undefined;
  nameColumn: string | undefined;
  ibanColumn: string | undefined;
  /** The bank's own number of a line; without one a line is known by all that it says. */
  idColumn: string | undefined;
  /** What the account holds after the line. */
  balanceColumn: string | undefined;
};

export type PlainMapping = Readonly<Record<string, string>>;

/** Refuses with VALIDATION_FAILED, naming the field, what contradicts itself. */
export function refuseMapping(mapping: Mapping): void {
  const { amountColumn, debitColumn, creditColumn, signs, decimal, thousands, balanceColumn, order } = mapping;
  const both = debitColumn !== undefined && creditColumn !== undefined;
  const either = debitColumn !== undefined || creditColumn !== undefined;
  if (amountColumn === undefined ? !both : either)
    throw invalid("amountColumn", "Give amountColumn, or debitColumn and creditColumn.");
  if (signs === (both ? "MINUS_IS_CREDIT" : "UNSIGNED"))
    throw invalid("signs", "UNSIGNED is for two columns, MINUS_IS_CREDIT for one.");
  if (decimal === thousands) throw invalid("thousands", "thousands must differ from decimal.");
  if ((balanceColumn === undefined) !== (order === undefined))
    throw invalid("order", "order is for a column of balances, and goes with it.");
  refuseColumns(mapping);
}

function refuseColumns(mapping: Mapping): void {
  const fields = new Map<string, string>();
  for (const [field, column] of Object.entries(mapping)) {
    if (!field.endsWith("Column") || typeof column !== "string") continue;
    if (!mapping.header && !/^[1-9]\d?$/.test(column))
      throw invalid(field, `${field} must be a column's number from 1 to 99: the file has no header.`);
    const other = fields.get(column);
    if (other !== undefined) throw invalid(field, `${field} and ${other} name the same column.`);
    fields.set(column, field);
  }
}

/** As it is asked for, agreed to and kept. */
export const plainMapping = (mapping: Mapping): PlainMapping =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]])),
  );

/** The mapping that was kept; other fields of a request are left out. */
export function mappingFrom(plain: PlainMapping): Mapping {
  const { skipLines = "0", header, place: _, currency: __, version: ___, ...words } = plain;
  return { ...(words as unknown as Mapping), skipLines: Number(skipLines), header: header === "true" };
}

/** What says which line a line is: two mappings of one reading give the same line the same key. */
export function readingOf({
  skipLines: _,
  balanceColumn: __,
  order: ___,
  valuedColumn: ____,
  ...read
}: Mapping): string {
  const entries = Object.entries(plainMapping(read as Mapping)).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}
