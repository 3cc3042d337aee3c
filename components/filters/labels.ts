import type { Filters } from "#lib/contract/filters.ts";
import { MOST_MINUTES, readMinutes } from "#lib/contract/minutes-text.ts";
import { readSpan } from "#lib/contract/span-text.ts";
import { text } from "#lib/i18n/text.ts";
import { fullText, type Zone } from "#lib/i18n/times.ts";
import type { NameOf } from "./codec.ts";

type OfKind<List extends Filters, Kind extends string> = {
  [Name in NameOf<List>]: List[Name]["kind"] extends Kind ? Name : never;
}[NameOf<List>];
type OptionOf<One> = One extends { options: readonly (infer Option extends string)[] } ? Option : never;

/** The words of a list's filters: a filter or an option that has none does not compile. */
export type Labels<List extends Filters> = {
  names: Readonly<Record<NameOf<List>, string>>;
  options: { readonly [Name in OfKind<List, "choice">]: Readonly<Record<OptionOf<List[Name]>, string>> };
  /** What a choice says while nothing is chosen: each its own, or all the same. */
  any: string | Readonly<Record<OfKind<List, "choice" | "symbol">, string>>;
  /** What a field of text shows while it is empty, where that is not its name. */
  hints?: Partial<Readonly<Record<NameOf<List>, string>>>;
};

/** An option as it is read: symbols are the same in every language. */
export function optionWord<List extends Filters>(labels: Labels<List>, name: NameOf<List>, option: string): string {
  const words: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = labels.options;
  return words[name]?.[option] ?? option;
}

/** A value as it is read: of several, any. */
export function valueWord<List extends Filters>(labels: Labels<List>, name: NameOf<List>, value: string): string {
  return anyOfWord(value.split(",").map((option) => optionWord(labels, name, option)));
}

/** One value as it is read, or any of several. */
export function anyOfWord(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length > 1 ? text.views.anyOf(values.slice(0, -1).join(", "), last) : last;
}

/** A span as it is read: its first instant and the one it ends before. */
export function spanWords(value: string, zone: Zone): string {
  const span = readSpan(value);
  return span
    ? text.filters.range.between(fullText(span.from.getTime(), zone), fullText(span.to.getTime(), zone))
    : value;
}

/** Minutes from a bill's expiry as they are read; the outermost stand for all beyond. */
export function minutesWords(value: string): string {
  const found = readMinutes(value);
  if (!found) return value;
  const { from, to } = found;
  const words = text.filters.minutes;
  if (from === -MOST_MINUTES && to <= 0) return words.earlier(-to);
  if (to === MOST_MINUTES && from > 0) return words.later(from - 1);
  if (from > 0) return words.after(from - 1, to);
  return to > 0 ? words.around(1 - from, to) : words.before(1 - from, -to);
}

/** What the choice of a filter says while nothing is chosen. */
export function anyWord<List extends Filters>(labels: Labels<List>, name: NameOf<List>): string {
  const words: string | Readonly<Record<string, string | undefined>> = labels.any;
  return typeof words === "string" ? words : (words[name] ?? "");
}
