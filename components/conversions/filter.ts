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

/** Get conversions takes its range in ISO 8601 (specification). */
export function conversionQuery({ range }: ConversionFilter, now: number, zone: Zone): ConversionQuery {
  const asked = filterQuery({ ...readFilter(new URLSearchParams()), range }, now, zone);
  const iso = (value: unknown) => (typeof value === "number" ? new Date(value).toISOString() : undefined);
  return { startTime: iso(asked["startTime"]) ?? new Date(now).toISOString(), endTime: iso(asked["endTime"]) };
}

/** The states that a view shows; undefined where it shows them all. */
export const statusesOf = (view: View): readonly string[] | undefined => (view === "all" ? undefined : STATUSES[view]);

export const isInView = (view: View, record: ConversionRecord): boolean => STATUSES[view].includes(record.status);
