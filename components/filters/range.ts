import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import { dateOf, startOfDate, type Zone } from "#lib/i18n/times.ts";

/** A list's time range as its URL holds it: by name, or from one day to another. */
export type Range = { kind: RangeName } | { kind: "custom"; from: string; to: string };

/** Under which names the URL holds a range. */
export const RANGE_PARAMS = ["range", "from", "to"] as const;

export const DAY_MS = 86_400_000;
const DAYS: Record<RangeName, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90 };

/** The range that the URL names; what it does not know it leaves out. */
export function readRange(params: URLSearchParams): Range | undefined {
  const [from, to] = [params.get("from"), params.get("to")];
  if (from && to && isDay(from) && isDay(to)) return { kind: "custom", from, to };
  const kind = RANGES.find((name) => name === params.get("range"));
  return kind && { kind };
}

/** When a range begins and ends, at `now` of the server and in the reader's zone; a named one has no end. */
export function timesOf(range: Range, now: number, zone: Zone): { startTime: number; endTime?: number } {
  if (range.kind === "custom") return { startTime: startOfDate(range.from, zone), endTime: endOfDate(range.to, zone) };
  return { startTime: startOfDate(shifted(dateOf(now, zone), 1 - DAYS[range.kind]), zone) };
}

/** Why a range from day to day cannot be requested, `mostDays` being the list's limit. */
export function rangeFault(
  from: string,
  to: string,
  zone: Zone,
  mostDays = Number.POSITIVE_INFINITY,
): "missing" | "backwards" | "tooLong" | undefined {
  if (!isDay(from) || !isDay(to)) return "missing";
  const span = endOfDate(to, zone) - startOfDate(from, zone);
  if (span < 0) return "backwards";
  return span > mostDays * DAY_MS ? "tooLong" : undefined;
}

/** Ranges that are asked for again and again, beside those that lists name. */
export const PRESETS = ["thisMonth", "lastMonth", "thisYear"] as const;

/** The days of such a range in the reader's zone, both included. */
export function daysOf(preset: (typeof PRESETS)[number], now: number, zone: Zone): { from: string; to: string } {
  const today = dateOf(now, zone);
  const month = today.slice(0, 7);
  if (preset === "thisMonth") return { from: `${month}-01`, to: today };
  if (preset === "thisYear") return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const last = shifted(`${month}-01`, -1);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}

type Limits = { least: string | undefined; most: string | undefined };

/** Between which days each end of a range may lie, the other one being as it is. */
export function limitsOf(from: string, to: string, mostDays: number | undefined): { from: Limits; to: Limits } {
  const shift = (day: string, days: number | undefined) =>
    isDay(day) && days !== undefined ? shifted(day, days) : undefined;
  const reach = mostDays === undefined ? undefined : mostDays - 1;
  return {
    from: { least: shift(to, reach && -reach), most: shift(to, 0) },
    to: { least: shift(from, 0), most: shift(from, reach) },
  };
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

const endOfDate = (date: string, zone: Zone) => startOfDate(shifted(date, 1), zone) - 1;
