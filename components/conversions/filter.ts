import { writtenOf } from "#lib/contract/written.ts";
import { getConversionsCall } from "#lib/conversions/calls.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { CONVERSION_FILTERS } from "#lib/conversions/filters.ts";
import { type Filtered, queryOf, readFilters } from "#components/filters/codec.ts";
import type { Zone } from "#components/ui/times.ts";
import type { ConversionQuery } from "./conversions-data.ts";

export const VIEWS = ["all", "open", "executed", "ended"] as const;
export type View = (typeof VIEWS)[number];

const STATUSES: Record<View, readonly ConversionRecord["status"][]> = {
  all: ["CREATED", "QUOTED", "EXECUTING", "EXECUTED", "CANCELLED", "FAILED"],
  open: ["CREATED", "QUOTED", "EXECUTING"],
  executed: ["EXECUTED"],
  ended: ["CANCELLED", "FAILED"],
};

export type ConversionFilter = Filtered<typeof CONVERSION_FILTERS> & { view: View };

/** Reads the page's URL; what it does not know it leaves out. Without a range the last 30 days show. */
export const readConversionFilter = (params: URLSearchParams): ConversionFilter => ({
  ...readFilters(CONVERSION_FILTERS, params),
  view: VIEWS.find((view) => view === params.get("view")) ?? "all",
});

/** The range of a filter, at `now` of the server and in the reader's zone. */
export const conversionQuery = (filter: ConversionFilter, now: number, zone: Zone): ConversionQuery =>
  queryOf<typeof CONVERSION_FILTERS>(filter, now, zone);

/** What a file of the page holds: its range, and the states of its view. */
export const fileFilter = (range: ConversionQuery, view: View): Readonly<Record<string, unknown>> => ({
  ...writtenOf(getConversionsCall, range).query,
  status: statusesOf(view),
});

/** The states that a view shows; undefined where it shows them all. */
export const statusesOf = (view: View): readonly string[] | undefined => (view === "all" ? undefined : STATUSES[view]);

export const isInView = (view: View, record: ConversionRecord): boolean => STATUSES[view].includes(record.status);
