import type { z } from "zod";
import { amount, oneOf, text } from "./fields.ts";
import type { Meaning } from "./meanings.ts";

/**
 * The filters of a list, each described once, under the name that the API's query and the desk's URL both use. The
 * contract takes its fields from here, the desk its URL, form and chips; words of a language and the store's conditions
 * are tables by the same names, which do not compile while one is missing.
 */
export type Filters = Readonly<Record<string, Filter>>;

/** One filter: its kind says how it is typed and shown, its field what the API takes. */
export type Filter = Readonly<{ field: z.ZodType }> &
  (
    | { kind: "choice" | "symbol"; options: readonly string[] }
    | { kind: "text" | "flag" | "amount" | "end" }
    | { kind: "begin"; standard: RangeName | undefined; mostDays: number | undefined }
    | { kind: "lookup"; shapes: readonly RegExp[]; range: RangeName | undefined }
  );

export const RANGES = ["today", "7d", "30d", "90d"] as const;
/** A range by its name; it ends now. */
export type RangeName = (typeof RANGES)[number];

/** One of a few words, which each language says its own way. */
export const choice = <const Words extends readonly [string, ...string[]]>(options: Words, about: Meaning) => ({
  kind: "choice" as const,
  options,
  field: oneOf(options).optional().meta(about),
});

/** One of a few symbols that read alike in every language: BTC, EUR. */
export const symbol = <const Words extends readonly [string, ...string[]]>(options: Words, about: Meaning) => ({
  kind: "symbol" as const,
  options,
  field: oneOf(options).optional().meta(about),
});

/** Exactly this text, of at most so many characters. */
export const exactText = (most: number, about: Meaning) => ({
  kind: "text" as const,
  field: text(1, most).optional().meta(about),
});

/** What names one record or a few, looked up whole: its shapes tell it from other texts, `range` is searched unless one is given. */
export const lookup = (
  about: Meaning,
  how: { shapes?: readonly RegExp[]; range?: RangeName } = {},
): { kind: "lookup"; shapes: readonly RegExp[]; range: RangeName | undefined; field: OptionalText } => ({
  kind: "lookup",
  shapes: how.shapes ?? [],
  range: how.range,
  field: text(1, 128).optional().meta(about),
});
type OptionalText = z.ZodOptional<ReturnType<typeof text>>;

/** On or absent. */
export const flag = (about: Meaning) => ({
  kind: "flag" as const,
  field: oneOf(["true"]).optional().meta(about),
});

/** An exact amount. */
export const exactAmount = (about: Meaning) => ({
  kind: "amount" as const,
  field: amount().optional().meta(about),
});

/** Begin of a list's time range; without one the desk shows the standard range, or everything. */
export const begin = <Time extends z.ZodType>(
  time: Time,
  about: Meaning,
  how: { standard?: RangeName; mostDays?: number } = {},
) => ({
  kind: "begin" as const,
  standard: how.standard,
  mostDays: how.mostDays,
  field: time.optional().meta(about),
});

/** End of a list's time range, included. */
export const end = <Time extends z.ZodType>(time: Time, about: Meaning) => ({
  kind: "end" as const,
  field: time.optional().meta(about),
});

/** The fields of a list's query. */
export function fieldsOf<List extends Filters>(filters: List): { [Name in keyof List]: List[Name]["field"] } {
  const fields = Object.entries(filters).map(([name, { field }]) => [name, field]);
  return Object.fromEntries(fields) as { [Name in keyof List]: List[Name]["field"] };
}

/** What a caller filters by, as a verb and its store receive it. */
export type FilterOf<List extends Filters> = { [Name in keyof List]?: z.output<List[Name]["field"]> };
