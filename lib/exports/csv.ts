import { csvField } from "#lib/kernel/csv.ts";
import type { Value } from "./columns.ts";

/** One line of RFC 4180. Numbers are exact literals; text that could run as a formula is led by an apostrophe. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map((value) => (typeof value === "string" ? csvField(value) : value.toString())).join(",")}\r\n`;
}
