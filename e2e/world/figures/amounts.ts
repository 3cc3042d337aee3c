import type { Held } from "./figures.ts";

/** How a reader of one language writes figures. Thousands are parted by an apostrophe, as the figures of a page are read. */
export type Hand = {
  /** All decimals of the asset. */
  money(units: bigint, asset: string): string;
  /** The same with its unit. */
  sum(units: bigint, asset: string): string;
  /** Only the decimals it has. */
  bare(units: bigint, asset: string): string;
  bareSum(units: bigint, asset: string): string;
  /** A price or rate, as the decimal it is. */
  rate(decimal: string): string;
  /** A price for comparing down a column: two decimals from 100 on, four from 1 on, six below, rounded half up. */
  price(decimal: string): string;
  signed(units: bigint, asset: string): string;
  day(at: number): string;
};

const DECIMALS: Readonly<Record<string, number>> = { BTC: 8, BCH: 8, USDT: 6, USDC: 6, JPY: 0 };
export const symbolOf = (asset: string): string => asset.split("@")[0] ?? asset;
export const decimalsOf = (asset: string): number => DECIMALS[symbolOf(asset)] ?? 2;

const MONTHS = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
  de: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
};

export function handOf(language: "en" | "de"): Hand {
  const mark = language === "de" ? "," : ".";
  const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, "'");
  const rate = (decimal: string) => {
    const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
    return (decimal.startsWith("-") ? "−" : "") + grouped(whole) + (fraction ? mark + fraction : "");
  };
  const money = (units: bigint, asset: string) => rate(literal(units, decimalsOf(asset)));
  const bare = (units: bigint, asset: string) => rate(trimmed(literal(units, decimalsOf(asset))));
  return {
    money,
    bare,
    rate: (decimal) => rate(trimmed(decimal)),
    price: (decimal) => rate(rounded(decimal)),
    sum: (units, asset) => `${money(units, asset)} ${symbolOf(asset)}`,
    bareSum: (units, asset) => `${bare(units, asset)} ${symbolOf(asset)}`,
    signed: (units, asset) => (units > 0n ? "+" : "") + money(units, asset),
    day(at) {
      const moment = new Date(at);
      const month = MONTHS[language][moment.getUTCMonth()];
      return language === "de" ? `${moment.getUTCDate()}. ${month}` : `${moment.getUTCDate()} ${month}`;
    },
  };
}

function rounded(decimal: string): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const places = Number(whole) >= 100 ? 2 : Number(whole) >= 1 ? 4 : 6;
  const oneMore = BigInt(whole + fraction.padEnd(places + 1, "0").slice(0, places + 1));
  return literal((oneMore + 5n) / 10n, places);
}

/** A decimal with exactly so many places. */
export function literal(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const sign = units < 0n ? "-" : "";
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const trimmed = (decimal: string): string =>
  decimal.includes(".") ? decimal.replace(/0+$/, "").replace(/\.$/, "") : decimal;

const two = (value: number) => String(value).padStart(2, "0");

/** Hours, minutes and seconds of UTC. */
export function clock(at: number): string {
  const moment = new Date(at);
  return `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const isSameDay = (one: number, other: number): boolean => dateOf(one) === dateOf(other);

/** A moment in a list: its clock today, its day and the minute otherwise. */
export const moment = (at: number, now: number, hand: Hand): string[] =>
  isSameDay(at, now) ? [clock(at)] : [hand.day(at), clock(at).slice(0, 5)];

/** The same to the minute. */
export const minute = (at: number, now: number, hand: Hand): string[] =>
  moment(at, now, hand).map((one) => one.slice(0, one.includes(":") ? 5 : undefined));

const STEPS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** A span in its largest whole unit. */
export function span(ms: number): string {
  const [step, unit] = STEPS.find(([each]) => ms >= each) ?? [1000, "s"];
  return `${Math.floor(ms / step)} ${unit}`;
}

/** A span in its two largest units, as two figures. */
export function exactSpan(ms: number): string[] {
  const at = STEPS.findIndex(([each]) => ms >= each);
  const [step, unit] = STEPS[at < 0 ? 3 : at] ?? STEPS[3];
  const next = STEPS[at + 1];
  const rest = ms % step;
  const first = `${Math.floor(ms / step)} ${unit}`;
  return next && at >= 0 && rest >= next[0] ? [first, `${Math.floor(rest / next[0])} ${next[1]}`] : [first];
}

/** How long a reading may have taken, and how coarsely pages renew what moves. */
const SLACK_MS = 15_000;

/** The time from a moment to now, or from now to it, when the page was read at `now` or some seconds before. */
export function moving(at: number, now: number, write: (ms: number) => string = span): Held {
  const texts = new Set<string>();
  for (let shift = -SLACK_MS; shift <= SLACK_MS; shift += 500)
    texts.add(write(Math.max(0, Math.abs(at - now) + shift)));
  return { named: `about ${write(Math.abs(at - now))}`, holds: (token) => texts.has(token) };
}

/** From so many seconds on, the shown time left is said to who cannot see it, too. */
const SPOKEN_S = [10, 30, 60];

/** The time left until a moment as a clock that runs, and, near its end, in words. */
export function timeLeft(until: number, now: number): Held[] {
  const at = (ms: number) => SPOKEN_S.find((seconds) => Math.ceil(ms / 1000) <= seconds);
  const left = Math.max(0, until - now);
  const shown = at(left);
  const running = moving(until, now, countdown);
  if (shown === undefined || left === 0) return [running];
  const may = [left - SLACK_MS, left, left + SLACK_MS].map((ms) => `${at(ms)}`);
  return [running, { named: `${shown}`, holds: (token) => may.includes(token) }];
}

/** A countdown's clock. */
export const countdown = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
};

/** As the reader of a page names a label: figures stand as #. */
export const wordless = (text: string): string => text.replace(/\s*\d[\d\u00a0.,:/]*\s*/g, "#");
