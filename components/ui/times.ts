import { currentLanguage, LOCALES } from "#components/text/language.ts";

export type Zone = "utc" | "local";

const parts: Record<string, Intl.DateTimeFormatOptions> = {
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  full: {
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  },
};

const made = new Map<string, Intl.DateTimeFormat>();

function write(kind: string, zone: Zone, at: number): string {
  const locale = LOCALES[currentLanguage()];
  const key = `${kind} ${zone} ${locale}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...parts[kind],
      hourCycle: "h23",
      ...(zone === "utc" ? { timeZone: "UTC" } : {}),
    });
    made.set(key, format);
  }
  return format.format(at);
}

/** `12:05:41` */
export const clockText = (at: number, zone: Zone): string => write("clock", zone, at);
/** `21 Nov` */
export const dayText = (at: number, zone: Zone): string => write("day", zone, at);
/** `21 Nov 2026, 12:05:41 UTC` */
export const fullText = (at: number, zone: Zone): string => write("full", zone, at);

/** The zone's short name at that time: `UTC`, `CET`, `GMT+2`. */
export function zoneName(at: number, zone: Zone): string {
  return fullText(at, zone).split(" ").at(-1) ?? "UTC";
}

/** The first millisecond of the day that holds `at`. */
export function startOfDay(at: number, zone: Zone): number {
  const day = new Date(at);
  if (zone === "utc") day.setUTCHours(0, 0, 0, 0);
  else day.setHours(0, 0, 0, 0);
  return day.getTime();
}

const STEPS: [ms: number, unit: "s" | "min" | "h" | "d"][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** A span in its largest whole unit: `18 min`, `2 h`, `40 s`. */
export function spanText(ms: number): string {
  const size = Math.abs(ms);
  const [step, unit] = STEPS.find(([each]) => size >= each) ?? [1000, "s"];
  return `${Math.floor(size / step)}\u00a0${unit}`;
}

/** A span in its two largest units: `18 min 11 s`. */
export function exactSpanText(ms: number): string {
  const size = Math.abs(ms);
  const first = STEPS.findIndex(([each]) => size >= each);
  const [step] = STEPS[first] ?? [1000];
  const rest = size % step;
  const smaller = STEPS[first + 1];
  return smaller && rest >= smaller[0]
    ? `${spanText(size)} ${Math.floor(rest / smaller[0])}\u00a0${smaller[1]}`
    : spanText(size);
}
