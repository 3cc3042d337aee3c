import type { Value } from "./columns.ts";

/** What a spreadsheet takes for the beginning of a formula or a command (OWASP, CSV injection). */
const FORMULA = /^[\s]*[=+\-@\t\r|\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line of RFC 4180. Numbers are exact literals; text that could run as a formula is led by an apostrophe. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map((value) => (typeof value === "string" ? field(inert(value)) : value.toString())).join(",")}\r\n`;
}

/** Text that no spreadsheet computes. */
export const inert = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const field = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
