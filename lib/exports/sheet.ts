import writeXlsxFile, { type CellObject, type Row } from "write-excel-file/node";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Value } from "./columns.ts";

/** A spreadsheet keeps no more digits than these. */
const DIGITS = 15;
const LEAST_WIDTH = 10;
const MOST_WIDTH = 44;

/**
 * A sheet with a head that stays in sight. Numbers that a spreadsheet holds exactly are numbers, others are text with all
 * their digits; text cells are never computed, whatever they begin with.
 */
export async function sheetOf(names: readonly string[], rows: readonly (readonly Value[])[]): Promise<Uint8Array> {
  const head: Row = names.map((name) => ({ value: name, type: String, fontWeight: "bold" }));
  const columns = names.map((name, at) => ({ width: widthOf(name, rows[0]?.[at]) }));
  const data = [head, ...rows.map((row) => row.map(cellOf))];
  return writeXlsxFile(data, { columns, stickyRowsCount: 1 }).toBuffer();
}

export function cellOf(value: Value): CellObject | null {
  if (typeof value === "string") return value === "" ? null : { value, type: String };
  if (!isExact(value)) return { value: value.toString(), type: String, align: "right" };
  return { value: Number(value.toString()), type: Number, format: formatOf(value) };
}

/** Whether the number comes back as it went in. */
export function isExact(value: Decimal): boolean {
  const digits = value.units.toString().replace("-", "").length;
  return digits <= DIGITS && Decimal.parse(String(Number(value.toString())))?.compare(value) === 0;
}

const formatOf = ({ scale }: Decimal): string => (scale === 0 ? "0" : `0.${"0".repeat(scale)}`);

const widthOf = (name: string, first: Value | undefined): number =>
  Math.min(Math.max(name.length + 2, (first?.toString().length ?? 0) + 1, LEAST_WIDTH), MOST_WIDTH);
