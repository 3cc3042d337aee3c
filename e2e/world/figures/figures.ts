import type { Shown } from "./read.ts";

/** What a figure must be: its very text, or, where it moves with the clock, what it must hold to. */
export type Figure = string | Held;
export type Held = { named: string; holds(token: string): boolean };

/** So many figures that nothing in the books accounts for; the reason stands where it is used. */
export const unaccounted = (count: number, reason: string): Figure[] =>
  Array.from({ length: count }, () => ({ named: reason, holds: () => true }));

/** Figures by where they stand, in the order they are read. */
export type Sheet = Map<string, Figure[]>;

const UNIT = "(?:BTC|BCH|USDT|USDC|EUR|USD|GBP|CAD|JPY|%|percent|min|ms|s|h|d)";
const TOKENS = new RegExp(
  [
    // Ids, hashes, addresses and names with digits.
    "[\\w:-]*(?:[A-Za-z][\\w:-]*\\d|\\d[\\w:-]*[A-Za-z])[\\w:?=.-]*(?<=\\w)",
    // A clock, or a date with or without its year.
    "\\d{1,2}:\\d{2}(?::\\d{2})?",
    "\\d{1,2}\\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?(?: \\d{4})?",
    // An amount, a ratio, a count, with its unit when it has one.
    `[+−-]?\\d[\\d']*(?:[.,]\\d+)?(?:/\\d+)?(?:[\\u00a0 ]${UNIT}\\b|[\\u00a0 ]?%)?`,
  ].join("|"),
  "g",
);

/** The figures of a text: thousands are parted by an apostrophe here, so that a space never joins two figures. */
export function figuresOf(text: string): string[] {
  // The name of a percentile is no figure.
  const grouped = text.replace(/\bp95\b/g, "").replace(/(?<=\d)\u00a0(?=\d{3}(?!\d))/g, "'");
  return (grouped.match(TOKENS) ?? []).map((token) => token.replaceAll("\u00a0", " "));
}

/** The figures a part of a page shows, by where they stand. */
export function sheetOf(shown: readonly Shown[]): Map<string, string[]> {
  const sheet = new Map<string, string[]>();
  for (const { where, text } of shown) {
    const figures = figuresOf(text);
    if (figures.length > 0) sheet.set(where, [...(sheet.get(where) ?? []), ...figures]);
  }
  return sheet;
}

/**
 * What is wrong: a figure that is another than it must be, one that is missing, and one that nobody accounts for.
 */
export function faultsOf(shown: Map<string, string[]>, wanted: Sheet): string[] {
  const faults: string[] = [];
  for (const [where, figures] of wanted) {
    const found = shown.get(where) ?? [];
    if (!agree(found, figures)) faults.push(`${where}: shows ${listed(found)}, must be ${listed(figures)}`);
  }
  for (const [where, found] of shown)
    if (!wanted.has(where)) faults.push(`${where}: shows ${listed(found)}, which nothing accounts for`);
  return faults.toSorted();
}

function agree(found: readonly string[], wanted: readonly Figure[]): boolean {
  if (found.length !== wanted.length) return false;
  return wanted.every((one, at) => (typeof one === "string" ? one === found[at] : one.holds(found[at] ?? "")));
}

/** Adds the figures of a text that stands somewhere, such as a name or the end of an id. */
export const addText = (sheet: Sheet, where: string, text: string): void => add(sheet, where, ...figuresOf(text));

/** Adds what must stand somewhere; several times in one place, it is read in order. Nothing to show adds nothing. */
export function add(sheet: Sheet, where: string, ...figures: Figure[]): void {
  if (figures.length > 0) sheet.set(where, [...(sheet.get(where) ?? []), ...figures]);
}

const listed = (figures: readonly Figure[]): string =>
  figures.length === 0 ? "nothing" : figures.map((one) => (typeof one === "string" ? one : one.named)).join(" · ");
