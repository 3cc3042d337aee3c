import { currentLanguage, type Language } from "#lib/i18n/language.ts";
import { decimalMark } from "#lib/i18n/amount.ts";

/** Scales of charts. Numbers here are only drawn: numbers in words and tables stay exact. */

export type Scale = { low: number; high: number; ticks: readonly number[]; share: (value: number) => number };

const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 3;
/** Of a chart as high as its section. */
export const TALL_TICKS = 5;

/** From zero, or below it, to a round number above all values; `share` is the height of a value from 0 to 1. */
export function scaleFor(values: readonly number[], mostTicks = TICKS): Scale {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const step = roundUp((most - least || 1) / (mostTicks - 1));
  const low = least < 0 ? -step * Math.ceil(-least / step - NEARLY) : 0;
  const high = Math.max(step * Math.ceil(Math.max(0, most / step - NEARLY)), low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
  return { low, high, ticks, share: (value) => (value - low) / (high - low) };
}

/** Keeps a value that fills its step from opening another one for a rounding's sake. */
const NEARLY = 1e-9;

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = STEPS.find((one) => one * power >= value * (1 - NEARLY)) ?? 10;
  return factor * power;
}

const DAY_MS = 86_400_000;

/** The last `count` days of UTC up to `now`, oldest first, as `2026-11-21`. */
export function lastDays(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10));
}

/** The place of the newest day that has numbers; the last one when none has. */
export function newestOf(days: readonly string[], measured: readonly { day: string }[]): number {
  const known = new Set(measured.map(({ day }) => day));
  const at = days.findLastIndex((day) => known.has(day));
  return at < 0 ? days.length - 1 : at;
}

const THOUSANDS: Readonly<Record<Language, readonly [thousand: string, million: string]>> = {
  en: ["k", "M"],
  de: ["Tsd.", "Mio."],
  xa: ["k", "M"],
};

/** A tick of an axis, short, as the page's language writes it: `2.5 k` or `2,5 Tsd.`, `0.5`, `−10`. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  const [thousand, million] = THOUSANDS[currentLanguage()];
  if (size >= 1_000_000) return `${sign}${trimmed(size / 1_000_000)}\u00a0${million}`;
  return size >= 1_000 ? `${sign}${trimmed(size / 1_000)}\u00a0${thousand}` : `${sign}${trimmed(size)}`;
}

const trimmed = (value: number): string => String(Math.round(value * 100) / 100).replace(".", decimalMark());
