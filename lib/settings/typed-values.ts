import { daysText, readDays } from "./bank-days.ts";
import { type Definition, definitionOf } from "./definitions.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountText, decimalMark, looselyTyped, rateText } from "#lib/i18n/amount.ts";

/** How people read and write a setting: basis points as per cent, milliseconds as minutes or seconds. */
export type Unit = "percent" | "minutes" | "seconds" | "price" | "money" | "choice" | "text" | "days";

const UNITS: Readonly<Record<Definition["kind"], Unit>> = {
  bps: "percent",
  milliseconds: "minutes",
  price: "price",
  fiat: "money",
  crypto: "money",
  days: "days",
  text: "text",
  url: "text",
  choice: "choice",
  zone: "choice",
  link: "choice",
  tiers: "choice",
};
/** Its time is too short for minutes. */
const SHORT_LIVED = "quoteLifetimeMs";

/** What is counted in one unit whatever it is set for. */
const COUNTED_IN: Readonly<Record<string, string>> = {
  hedgeSizeLimit: "EUR",
  networkFeeRate: "sat/B",
  gasPrice: "gwei",
  energyPrice: "sun",
};

const PER_UNIT = { percent: 100n, minutes: 60_000n, seconds: 1_000n } as const;
/** Decimals of per cent, so that a whole number of basis points is what is written. */
const PERCENT_SCALE = 2;
const MOST_SCALE = 8;

/** `spreadBps` of `spreadBps.BTC.EUR`. */
export const stemOf = (name: string): string => name.split(".", 1)[0] ?? name;

/** What a setting is for: `BTC/EUR`, `EUR`, or nothing for all. */
export const pairOf = (name: string): string => name.split(".").slice(1).join("/");

export const settingUnit = (name: string): Unit =>
  stemOf(name) === SHORT_LIVED ? "seconds" : UNITS[definitionOf(name)?.kind ?? "choice"];

/** A stored number in the unit that people read: 80 basis points are 0.80 per cent. Undefined for what is no number. */
function figureOf(name: string, stored: string): Decimal | undefined {
  const unit = settingUnit(name);
  const value = Decimal.parse(stored);
  if (!value || unit === "choice" || unit === "text" || unit === "days") return undefined;
  if (unit === "price" || unit === "money") return value;
  if (unit === "percent") return Decimal.of(value.floorUnits(0), PERCENT_SCALE);
  return value.dividedDown(Decimal.of(PER_UNIT[unit]), MOST_SCALE);
}

/** A stored value as a person writes it, with the page's decimal mark. */
export function writtenOf(name: string, stored: string): string {
  if (settingUnit(name) === "days") return stored.replaceAll("; ", "\n");
  const figure = figureOf(name, stored);
  const literal = settingUnit(name) === "percent" ? figure?.toFixed(PERCENT_SCALE) : figure?.toString();
  return literal?.replace(".", decimalMark()) ?? stored;
}

/** What a person wrote as the value to store; undefined when it is no number that fits. */
export function storedOf(name: string, written: string): string | undefined {
  const unit = settingUnit(name);
  const text = written.trim();
  if (unit === "choice" || unit === "text") return text === "" ? undefined : text;
  if (unit === "days") {
    const days = readDays(text);
    return days && daysText(days);
  }
  const value = looselyTyped(text);
  if (!value || value.units < 0n) return undefined;
  if (unit === "price" || unit === "money") return value.isZero() ? undefined : value.toString();
  const units = value.toUnits(MOST_SCALE);
  if (units === undefined) return undefined;
  const scaled = Decimal.of(units * PER_UNIT[unit], MOST_SCALE).toUnits(0);
  return scaled?.toString();
}

/** What a price or an amount is counted in: the last asset it is set for. */
export const countedIn = (name: string): string => COUNTED_IN[stemOf(name)] ?? pairOf(name).split("/").at(-1) ?? "";

/** A value with what it is counted in, as a sentence takes it. */
export function valueText(
  name: string,
  stored: string,
  words: { units: Record<string, string>; choices: Record<string, string> },
): string {
  const unit = settingUnit(name);
  if (unit === "text" || unit === "days") return stored;
  if (unit === "choice") return words.choices[stored] ?? stored;
  const figure = figureOf(name, stored);
  if (!figure) return stored;
  if (unit === "percent") return `${amountText(figure, PERCENT_SCALE)}\u00a0%`;
  return `${rateText(figure)}\u00a0${words.units[unit] ?? countedIn(name)}`.trim();
}
