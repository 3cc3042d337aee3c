import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Meaning } from "./meanings.ts";

/**
 * The filters of a list, each described once, under the name that the API's query and the desk's URL both use. The
 * contract makes its fields of them (`filter-fields.ts`), the desk its URL, form and chips; words of a language and the
 * store's conditions are tables by the same names, which do not compile while one is missing. Plain facts, so that a page
 * loads no schema for them.
 */
export type Filters = Readonly<Record<string, Filter>>;

/** One filter: its kind says what the API takes, and how it is typed and shown. */
export type Filter = Readonly<{ about: Meaning }> &
  (
    | { kind: "choice" | "symbol"; options: Words; several: boolean }
    | { kind: "amount" | "span" | "minutes" }
    | { kind: "flag"; isOfFigures: boolean }
    | { kind: "text"; most: number; several: boolean }
    | { kind: "lookup"; most: number; shapes: readonly RegExp[]; range: RangeName | undefined }
    | { kind: "begin"; time: TimeFormat; standard: RangeName | undefined; mostDays: number | undefined }
    | { kind: "end"; time: TimeFormat }
  );

type Words = readonly [string, ...string[]];
/** How the API takes a time: epoch milliseconds, or ISO 8601. */
type TimeFormat = "epoch" | "iso";

export const RANGES = ["today", "7d", "30d", "90d"] as const;
/** A range by its name; it ends now. */
export type RangeName = (typeof RANGES)[number];

/** One of a few words, which each language says its own way. */
export const choice = <const Options extends Words>(options: Options, about: Meaning) => ({
  kind: "choice" as const,
  several: false as const,
  options,
  about,
});

/** Any of a few words: one, or several with commas between. */
export const choices = <const Options extends Words>(options: Options, about: Meaning) => ({
  ...choice(options, about),
  several: true as const,
});

/** One of a few symbols that read alike in every language: BTC, EUR. */
export const symbol = <const Options extends Words>(options: Options, about: Meaning) => ({
  kind: "symbol" as const,
  several: false as const,
  options,
  about,
});

/** Any of a few symbols: one, or several with commas between. */
export const symbols = <const Options extends Words>(options: Options, about: Meaning) => ({
  ...symbol(options, about),
  several: true as const,
});

/** Exactly this text, of at most so many characters. */
export const exactText = (most: number, about: Meaning) => ({
  kind: "text" as const,
  several: false as const,
  most,
  about,
});

/** Any of these texts: one, or several with line breaks between, which no text of ours has. */
export const exactTexts = (most: number, about: Meaning) => ({
  ...exactText(most, about),
  several: true as const,
});

/** What names one record or a few, looked up whole: its shapes tell it from other texts, `range` is searched unless one is given. */
export const lookup = (about: Meaning, how: { shapes?: readonly RegExp[]; range?: RangeName } = {}) => ({
  kind: "lookup" as const,
  most: 128,
  shapes: how.shapes ?? [],
  range: how.range,
  about,
});

/** On or absent; one of figures comes with the link of a figure, and is offered by no form. */
export const flag = (about: Meaning, how: { isOfFigures?: boolean } = {}) => ({
  kind: "flag" as const,
  about,
  isOfFigures: how.isOfFigures ?? false,
});

/** From one instant until before another, as `readSpan` reads it: the base of a figure, which its link carries to the rows. */
export const span = (about: Meaning) => ({ kind: "span" as const, about });

/** Minutes from a bill's expiry, as `readMinutes` reads them: the base of a figure, as a span is. */
export const minutes = (about: Meaning) => ({ kind: "minutes" as const, about });

/** An exact amount. */
export const exactAmount = (about: Meaning) => ({ kind: "amount" as const, about });

/** Begin of a list's time range; without one the desk shows the standard range, or everything. */
export const begin = (time: TimeFormat, about: Meaning, how: { standard?: RangeName; mostDays?: number } = {}) => ({
  kind: "begin" as const,
  time,
  standard: how.standard,
  mostDays: how.mostDays,
  about,
});

/** End of a list's time range, included. */
export const end = (time: TimeFormat, about: Meaning) => ({ kind: "end" as const, time, about });

/** What a filter of several words is set to: one as it is, more as a list in the order of the options. */
export type OneOrMore<Option> = Option | readonly Option[];

/** The value of a filter that is on. */
export type ValueOf<One extends Filter> = One extends { options: readonly (infer Option)[]; several: infer Several }
  ? Several extends true
    ? OneOrMore<Option>
    : Option
  : One extends { kind: "flag" }
    ? "true"
    : One extends { kind: "amount" }
      ? Decimal
      : One extends { kind: "begin" | "end" }
        ? Date
        : string;

/** The values of a filter, however many. */
export const valuesOf = <Option extends string>(value: OneOrMore<Option>): readonly Option[] =>
  typeof value === "string" ? [value] : value;

/** These options in the order of their filter, each once: one as it is; nothing of none. */
export function oneOrMore<Option extends string>(
  options: readonly Option[],
  wanted: readonly string[],
): OneOrMore<Option> | undefined {
  const found = options.filter((option) => wanted.includes(option));
  return found.length > 1 ? found : found[0];
}

/** The texts of a filter that takes several, each once. */
export function textsOf(value: string): OneOrMore<string> {
  const [first = value, ...others] = new Set(value.split("\n"));
  return others.length > 0 ? [first, ...others] : first;
}

/** What a caller filters by, as a verb and its store receive it. */
export type FilterOf<List extends Filters> = { [Name in keyof List]?: ValueOf<List[Name]> | undefined };
