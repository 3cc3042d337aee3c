import { type Filter, type Filters, oneOrMore, type RangeName, type ValueOf } from "#lib/contract/filters.ts";
import { readMinutes } from "#lib/contract/minutes-text.ts";
import { readSpan } from "#lib/contract/span-text.ts";
import { linesFault, textFault } from "#lib/contract/text-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { decimalMark, fieldText, looselyTyped, meansTwo } from "#lib/i18n/amount.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import type { Zone } from "#lib/i18n/times.ts";
import type { UrlPatch } from "#components/url.ts";
import { RANGE_PARAMS, type Range, readRange, timesOf } from "./range.ts";

/** The filters of a list by name, but for its time range, which the desk keeps as one. */
export type NameOf<List extends Filters> = Exclude<keyof List & string, "startTime" | "endTime">;

/** Values of the filters that are on. */
export type ValuesOf<List extends Filters> = { [Name in NameOf<List>]?: ValueOf<List[Name]> };

/** What a list is filtered by, as its URL says; without a range everything shows. */
export type Filtered<List extends Filters> = { values: ValuesOf<List>; range: Range | undefined };

/** The query of the list's operation. */
export type QueryOf<List extends Filters> = ValuesOf<List> & {
  [Name in keyof List & ("startTime" | "endTime")]?: number | undefined;
};

/** Some of a list's filters: those that a page offers. */
export function someOf<List extends Filters, const Names extends readonly (keyof List & string)[]>(
  filters: List,
  ...names: Names
): Pick<List, Names[number]> {
  return Object.fromEntries(names.map((name) => [name, filters[name]])) as Pick<List, Names[number]>;
}

export function namesOf<List extends Filters>(filters: List): NameOf<List>[] {
  return Object.keys(filters).filter((name) => name !== "startTime" && name !== "endTime") as NameOf<List>[];
}

/** Everything that a list's filters keep in the URL. */
export const paramsOf = (filters: Filters): string[] => [
  ...namesOf(filters),
  ...("startTime" in filters ? RANGE_PARAMS : []),
];

/** Takes every filter of the list out of the URL. */
export const cleared = (filters: Filters): UrlPatch =>
  Object.fromEntries(paramsOf(filters).map((name) => [name, undefined]));

/** Reads a list's URL; what its operation would not take is left out, so an old link still works. */
export function readFilters<List extends Filters>(filters: List, params: URLSearchParams): Filtered<List> {
  const known = namesOf(filters).map((name) => [name, readValue(filters[name], params.get(name))] as const);
  const values = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as ValuesOf<List>;
  const range = "startTime" in filters ? (readRange(params) ?? standardRange(filters, Object.keys(values))) : undefined;
  return { values, range };
}

const READ = { span: readSpan, minutes: readMinutes };

function readValue(filter: Filter | undefined, text: string | null): unknown {
  if (!filter || !text) return undefined;
  switch (filter.kind) {
    case "choice":
    case "symbol":
      return filter.several
        ? oneOrMore(filter.options, text.split(","))
        : filter.options.find((option) => option === text);
    case "flag":
      return text === "true" ? text : undefined;
    case "amount":
      return readAmount(text);
    case "span":
    case "minutes":
      return READ[filter.kind](text) && text;
    case "text":
      return (filter.several ? linesFault : textFault)(text, 1, filter.most) === undefined ? text : undefined;
    case "lookup":
      return textFault(text, 1, filter.most) === undefined ? text : undefined;
    default:
      return undefined;
  }
}

/** No amount has more decimals than a satoshi's, and none is so great. */
const [MOST_DECIMALS, MOST_DIGITS] = [8, 15];

function readAmount(text: string): Decimal | undefined {
  const amount = Decimal.parse(text);
  if (!amount || amount.units < 0n || amount.scale > MOST_DECIMALS) return undefined;
  return String(amount.floorUnits(0)).length <= MOST_DIGITS ? amount : undefined;
}

/** Without a range of its own a lookup is searched in the one it says, a list in its standard one. */
function standardRange(filters: Filters, names: readonly string[]): Range | undefined {
  const begin = filters["startTime"];
  if (begin?.kind !== "begin") return undefined;
  const lookups = names.flatMap((name) => {
    const filter = filters[name];
    return filter?.kind === "lookup" ? [filter.range] : [];
  });
  const kind: RangeName | undefined = lookups.length > 0 ? widest(lookups) : begin.standard;
  return kind && { kind };
}

/** What is found by an index of its own needs no range, whatever is looked up beside it. */
const widest = (ranges: readonly (RangeName | undefined)[]) => (ranges.includes(undefined) ? undefined : ranges[0]);

/** The API's parameters for what is filtered, at `now` of the server and in the reader's zone; the page comes on top. */
export function queryOf<List extends Filters>(
  { values, range }: Filtered<List>,
  now: number,
  zone: Zone,
): QueryOf<List> {
  return { ...values, ...(range && timesOf(range, now, zone)) } as QueryOf<List>;
}

/** An amount may be typed as its reader writes numbers, several texts with room around them. */
export function plain(typed: string, filter: Filter | undefined): string {
  if (filter?.kind === "amount") return looselyTyped(typed)?.toString() ?? typed.trim();
  const lines = typed.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).join("\n");
}

/** Why a list cannot be filtered by what was typed, as a sentence at its field; nothing typed is no filter. */
export function typedFault(typed: string, filter: Filter | undefined): string | undefined {
  const value = plain(typed, filter);
  if (value === "" || filter === undefined) return undefined;
  if (filter.kind === "amount" && meansTwo(typed)) return faultsText.twoNumbers(decimalMark());
  const fault = predicateOf(value, filter);
  return fault && faultsText.atField(fault);
}

function predicateOf(value: string, filter: Filter): string | undefined {
  if (filter.kind === "text" && filter.several) return linesFault(value, 1, filter.most);
  if (filter.kind === "text" || filter.kind === "lookup") return textFault(value, 1, filter.most);
  if (filter.kind !== "amount" || readAmount(value)) return undefined;
  const amount = Decimal.parse(value);
  if (!amount) return "must be a number";
  if (amount.units < 0n) return "must not be negative";
  return amount.scale > MOST_DECIMALS ? `must have at most ${MOST_DECIMALS} decimals` : "is too large";
}

/** What a field opens with: the value that is on, an amount as its reader writes numbers. */
export function typedOf<List extends Filters>({ values }: Filtered<List>, name: NameOf<List>): string {
  const value: unknown = values[name];
  return value instanceof Decimal ? fieldText(value) : value === undefined ? "" : String(value);
}

/** A value as the URL holds it, several with commas between; nothing where the filter is off. */
export function textOf<List extends Filters>({ values }: Filtered<List>, name: NameOf<List>): string {
  const value: unknown = values[name];
  return value === undefined ? "" : String(value);
}

/** The options that are on, of a filter that takes several. */
export const optionsOn = <List extends Filters>(filtered: Filtered<List>, name: NameOf<List>): readonly string[] =>
  textOf(filtered, name).split(",").filter(Boolean);
