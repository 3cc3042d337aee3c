import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Meaning } from "./meanings.ts";

/**
 * The filters of a list, each described once, under the name that the API's query and the desk's URL both use. The
 * contract makes its fields of it, the desk its URL, form and chips; words of a language and the store's conditions
 * are tables by the same names, which do not compile while one is missing. Plain data, so that a page loads no schema.
 */
export type Filters = Readonly<Record<string, Filter>>;

/** One filter: its kind says what it takes, how it is typed and how it is shown. */
export type Filter = Readonly<{ about: Meaning }> &
  (
    | { kind: "choice" | "symbol"; options: readonly [string, ...string[]] }
    | { kind: "text"; most: number }
    | { kind: "flag" | "amount" }
    | { kind: "begin"; time: TimeForm; standard: RangeName | undefined; mostDays: number | undefined }
    | { kind: "end"; time: TimeForm }
    | { kind: "lookup"; most: number; shapes: readonly RegExp[]; range: RangeName | undefined }
  );

/** How a list's operation writes times. */
type TimeForm = "epoch" | "iso";

export const RANGES = ["today", "7d", "30d", "90d"] as const;
/** A range by its name; it ends now. */
export type RangeName = (typeof RANGES)[number];

type Words = readonly [string, ...string[]];

/** One of a few words, which each language says its own way. */
export const choice = <const Options extends Words>(options: Options, about: Meaning) => ({
  kind: "choice" as const,
  options,
  about,
});

/** One of a few symbols that read alike in every language: BTC, EUR. */
export const symbol = <const Options extends Words>(options: Options, about: Meaning) => ({
  kind: "symbol" as const,
  options,
  about,
});

/** Exactly this text, of at most so many characters. */
export const exactText = (most: number, about: Meaning) => ({ kind: "text" as const, most, about });

const MOST_LOOKED_UP = 128;

/** What names one record or a few, looked up whole: its shapes tell it from other texts, `range` is searched unless one is given. */
export const lookup = (about: Meaning, how: { shapes?: readonly RegExp[]; range?: RangeName } = {}) => ({
  kind: "lookup" as const,
  most: MOST_LOOKED_UP,
  shapes: how.shapes ?? [],
  range: how.range,
  about,
});

/** On or absent. */
export const flag = (about: Meaning) => ({ kind: "flag" as const, about });

/** An exact amount, zero or more. */
export const exactAmount = (about: Meaning) => ({ kind: "amount" as const, about });

/** Begin of a list's time range; without one the desk shows the standard range, or everything. */
export const begin = (time: TimeForm, about: Meaning, how: { standard?: RangeName; mostDays?: number } = {}) => ({
  kind: "begin" as const,
  time,
  standard: how.standard,
  mostDays: how.mostDays,
  about,
});

/** End of a list's time range, included. */
export const end = (time: TimeForm, about: Meaning) => ({ kind: "end" as const, time, about });

/** What a filter's value is. */
export type ValueOf<One> = One extends { options: readonly (infer Option)[] }
  ? Option
  : One extends { kind: "text" | "lookup" }
    ? string
    : One extends { kind: "flag" }
      ? "true"
      : One extends { kind: "amount" }
        ? Decimal
        : Date;

/** What a caller filters by, as a verb and its store receive it. */
export type FilterOf<List extends Filters> = { [Name in keyof List]?: ValueOf<List[Name]> | undefined };
