import { CUSTOMER_PERIOD } from "#lib/customers/filters.ts";
import { readFilters } from "#components/filters/codec.ts";
import { type Range, timesOf } from "#components/filters/range.ts";
import type { Zone } from "#lib/i18n/times.ts";

/** The period of a customer's page; without one in the address the longest that a list of bills takes. */
export const periodOf = (params: URLSearchParams): Range =>
  readFilters(CUSTOMER_PERIOD, params).range ?? { kind: "90d" };

/** As a movement takes it: the end is not included, and one that has not come is now. */
export function movementTimes(range: Range, now: number, zone: Zone): { startTime: number; endTime?: number } {
  const { startTime, endTime } = timesOf(range, now, zone);
  return {
    startTime: Math.min(startTime, now),
    ...(endTime !== undefined && endTime < now && { endTime: endTime + 1 }),
  };
}

/** An address of a list with the same customer and the same period. */
export function sameOf(path: string, subaccount: string, range: Range, more: Readonly<Record<string, string>> = {}) {
  const period = range.kind === "custom" ? { from: range.from, to: range.to } : { range: range.kind };
  return `${path}?${new URLSearchParams({ ...period, subaccount, ...more })}`;
}
