import { lastDays } from "./scale.ts";

/** For which time the overview sums up; its pictures show the month that is past whatever is chosen. */
export const PERIODS = ["today", "7d", "30d"] as const;
export type Period = (typeof PERIODS)[number];

const USUAL: Period = "30d";
const DAYS: Record<Period, number> = { today: 1, "7d": 7, "30d": 30 };

/** The period that the URL names; what it does not know is the usual one. */
export const readPeriod = (params: URLSearchParams): Period =>
  PERIODS.find((period) => period === params.get("period")) ?? USUAL;

/** The same as the URL holds it: the usual one not at all. */
export const periodInUrl = (period: Period): string | undefined => (period === USUAL ? undefined : period);

/** The days of UTC that a period which ends at `now` has. */
export const daysIn = (period: Period, now: number): string[] => lastDays(now, DAYS[period]);

/** Those of some days that are in a period which ends at `now`, in UTC as the days are. */
export function inPeriod<Row extends { day: string }>(rows: readonly Row[], period: Period, now: number): Row[] {
  const [first = ""] = daysIn(period, now);
  return rows.filter(({ day }) => day >= first);
}
