import { currentLanguage, LOCALES } from "./language.ts";

/** `utc`, `local` (this computer's), or a name of the IANA time zone database: `Europe/Zurich`. */
export type Zone = string;

const parts: Record<string, Intl.DateTimeFormatOptions> = {
  clock: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  full: {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  },
  stamp: {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  wall: {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
};

/** Whether times can be written in this zone. */
export function isZone(zone: string): zone is Zone {
  try {
    return zone === "local" || new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const made = new Map<string, Intl.DateTimeFormat>();
/** Formats kept: on the server, every reader brings a zone. */
const MOST_MADE = 500;

function write(kind: string, zone: Zone, at: number, locale: string = LOCALES[currentLanguage()]): string {
  const key = `${kind} ${zone} ${locale}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...parts[kind],
      hourCycle: "h23",
      ...(zone === "local" ? {} : { timeZone: zone }),
    });
    if (made.size === MOST_MADE) made.clear();
    made.set(key, format);
  }
  return format.format(at);
}

/** `12:05:41` */
export const clockText = (at: number, zone: Zone): string => write("clock", zone, at);
/** `21 Nov` */
export const dayText = (at: number, zone: Zone): string => write("day", zone, at);
/** `21 Nov 2026` */
export const dateText = (at: number, zone: Zone): string => write("date", zone, at);
/** `21 Nov 2026, 12:05:41 UTC` */
export const fullText = (at: number, zone: Zone): string => write("full", zone, at);

/** The same under a heading that names the zone: `21 Nov 2026, 12:05:41` */
export const stampText = (at: number, zone: Zone): string => write("stamp", zone, at);

/** The zone's short name at that time: `UTC`, `CET`, `GMT+2`. */
export function zoneName(at: number, zone: Zone): string {
  return fullText(at, zone).split(" ").at(-1) ?? "UTC";
}

const DAY_MS = 86_400_000;
const LONGEST_DAY_MS = 25 * 3_600_000;

/** The first millisecond of the day that holds `at`. */
export function startOfDay(at: number, zone: Zone): number {
  const wall = at + aheadOfUtc(at, zone);
  return firstShown(wall - (wall % DAY_MS), zone);
}

/** The first millisecond of a day that is written `2026-11-21`. */
export const startOfDate = (date: string, zone: Zone): number => firstShown(Date.parse(`${date}T00:00:00Z`), zone);

/** The day that holds `at`, as `2026-11-21`. */
export const dateOf = (at: number, zone: Zone): string =>
  new Date(at + aheadOfUtc(at, zone)).toISOString().slice(0, 10);

/** What clocks of the zone show, as a field for date and time writes it: `2026-11-21T12:05:41`. */
export const wallOf = (at: number, zone: Zone): string =>
  new Date(at + aheadOfUtc(at, zone)).toISOString().slice(0, 19);

/** When clocks of the zone show `2026-11-21T12:05` or `…:41`: twice where they are put back; never for what is no such text. */
export function instantsOf(written: string, zone: Zone): readonly number[] {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(written)
    ? Date.parse(`${written}Z`)
    : Number.NaN;
  return Number.isNaN(wall) ? [] : shownAt(wall, zone);
}

/** The moments share a day; moments far apart are decided without a calendar. */
export const onSameDay = (one: number, other: number, zone: Zone): boolean =>
  Math.abs(one - other) < LONGEST_DAY_MS && startOfDay(one, zone) === startOfDay(other, zone);

/** A moment by its clock to the minute, and its day and year where those are others than those of `beside`. */
export const momentText = (at: number, beside: number, zone: Zone): string =>
  onSameDay(at, beside, zone) ? minuteText(at, zone) : minuteBeside(at, beside, zone);

/** The same, to the second where the day is the same. */
export const secondText = (at: number, beside: number, zone: Zone): string =>
  onSameDay(at, beside, zone) ? clockText(at, zone) : minuteBeside(at, beside, zone);

/** `21 Nov 12:05` */
export const dayAndMinute = (at: number, zone: Zone): string => `${dayText(at, zone)} ${minuteText(at, zone)}`;

/** The same with its year where that is another than that of `beside`: `21 Nov 2025 12:05`. */
const minuteBeside = (at: number, beside: number, zone: Zone): string =>
  `${dayBeside(at, beside, zone)} ${minuteText(at, zone)}`;

/** A day, with its year where that is another than that of `beside`. */
export const dayBeside = (at: number, beside: number, zone: Zone): string =>
  inSameYear(at, beside, zone) ? dayText(at, zone) : dateText(at, zone);

export const inSameYear = (one: number, other: number, zone: Zone): boolean =>
  yearOf(one, zone) === yearOf(other, zone);
const yearOf = (at: number, zone: Zone): string => dateOf(at, zone).slice(0, "2026".length);
const minuteText = (at: number, zone: Zone): string => clockText(at, zone).slice(0, "12:05".length);

const firstShown = (wall: number, zone: Zone): number => shownAt(wall, zone)[0];

/** When clocks of the zone show this, the first time first, or what follows it where they leap over it. */
function shownAt(wall: number, zone: Zone): [number, ...number[]] {
  const before = wall - aheadOfUtc(wall - DAY_MS, zone);
  const after = wall - aheadOfUtc(wall + DAY_MS, zone);
  const shown = [before, after].filter((at) => at + aheadOfUtc(at, zone) === wall);
  const [first = before, second] = shown.toSorted((one, other) => one - other);
  return second === undefined || second === first ? [first] : [first, second];
}

/** How far clocks of the zone are ahead of UTC at that time, in milliseconds. */
function aheadOfUtc(at: number, zone: Zone): number {
  if (zone === "utc") return 0;
  const second = Math.floor(at / 1000) * 1000;
  // Swedes write 2026-11-21 12:05:41.
  return Date.parse(`${write("wall", zone, second, "sv-SE").replace(" ", "T")}Z`) - second;
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
