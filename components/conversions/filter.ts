import { writtenOf } from "#lib/contract/written.ts";
import { listConversionsCall } from "#lib/conversions/calls.ts";
import { CONVERSION_LIST_FILTERS, CONVERSION_SORTS } from "#lib/conversions/filters.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { type Filtered, optionsOn, queryOf, readFilters } from "#components/filters/codec.ts";
import { fiatOfSort } from "#components/filters/sort-note.tsx";
import { readSort, type Sort, sortParam } from "#components/filters/sort.ts";
import type { Zone } from "#lib/i18n/times.ts";
import type { ConversionQuery } from "./conversions-data.ts";

/** Ready choices of states, by the value that the address holds. */
export const VIEWS = {
  all: undefined,
  open: "CREATED,QUOTED,EXECUTING",
  executed: "EXECUTED",
  ended: "CANCELLED,FAILED",
} as const;
export type View = keyof typeof VIEWS;

type SortField = (typeof CONVERSION_SORTS)[number];
export type ConversionFilter = Filtered<typeof CONVERSION_LIST_FILTERS> & {
  sort: Sort<SortField>;
  in: Fiat | undefined;
};

export const DEFAULT_SORT: Sort<SortField> = { id: "created", desc: true };

/** Reads the page's URL; what it does not know it leaves out. Without a range the last 30 days show. */
export function readConversionFilter(params: URLSearchParams): ConversionFilter {
  const known = new URLSearchParams(params);
  // Links of former releases name a view.
  const states = VIEWS[(params.get("view") ?? "all") as View];
  if (states !== undefined && !known.has("status")) known.set("status", states);
  const sort = readSort(CONVERSION_SORTS, params.get("sort"), DEFAULT_SORT);
  return { ...readFilters(CONVERSION_LIST_FILTERS, known), sort, in: fiatOfSort(sort, params) };
}

/** The view that a filter's states are. */
export const viewOf = (filter: ConversionFilter): View | undefined => {
  const states = optionsOn(filter, "status").join(",") || undefined;
  return (Object.keys(VIEWS) as View[]).find((view) => VIEWS[view] === states);
};

/** The API's parameters for a filter, at `now` of the server and in the reader's zone. */
export const conversionQuery = (filter: ConversionFilter, now: number, zone: Zone): ConversionQuery => ({
  ...queryOf<typeof CONVERSION_LIST_FILTERS>(filter, now, zone),
  sort: sortParam(filter.sort),
  ...(filter.in && { in: filter.in }),
});

/** What a file of the page holds. */
export const fileFilter = (query: ConversionQuery): Readonly<Record<string, unknown>> =>
  writtenOf(listConversionsCall, query).query;
