import { writtenOf } from "#lib/contract/written.ts";
import { getConversionsCall } from "#lib/conversions/calls.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { type Range, readFilter, filterQuery } from "#components/payments/filter.ts";
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

export type ConversionFilter = { range: Range; view: View };

/** Reads the page's URL; what it does not know it leaves out. Without a range the last 30 days show. */
export function readConversionFilter(params: URLSearchParams): ConversionFilter {
  const asked = new URLSearchParams(
    ["range", "from", "to"].flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? ""]] : [])),
  );
  const range = asked.size > 0 ? readFilter(asked).range : undefined;
  return { range: range ?? { kind: "30d" }, view: VIEWS.find((view) => view === params.get("view")) ?? "all" };
}

/** The range of a filter, at `now` of the server and in the reader's zone. */
export function conversionQuery({ range }: ConversionFilter, now: number, zone: Zone): ConversionQuery {
  const { startTime = now, endTime } = filterQuery({ ...readFilter(new URLSearchParams()), range }, now, zone);
  return { startTime, endTime };
}

/** What a file of the page holds: its range, and the states of its view. */
export const fileFilter = (range: ConversionQuery, view: View): Readonly<Record<string, unknown>> => ({
  ...writtenOf(getConversionsCall, range).query,
  status: statusesOf(view),
});

/** The states that a view shows; undefined where it shows them all. */
export const statusesOf = (view: View): readonly string[] | undefined => (view === "all" ? undefined : STATUSES[view]);

export const isInView = (view: View, record: ConversionRecord): boolean => STATUSES[view].includes(record.status);
