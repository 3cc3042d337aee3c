import { isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { NumberStyle } from "#lib/contract/voice.ts";
import { currentLanguage, currentNumbers } from "./language.ts";

export type AmountParts = {
  /** `−`, `+` or nothing. */
  sign: string;
  /** Digits that say something, thousands parted as the reader chose. */
  digits: string;
  /** Trailing zeros, with the decimal mark when nothing but zeros follows it. */
  zeros: string;
};

type Marks = { readonly group: "\u00a0" | "," | "."; readonly decimal: "." | "," };

const STYLES: Readonly<Record<Exclude<NumberStyle, "LANGUAGE">, Marks>> = {
  COMMA_POINT: { group: ",", decimal: "." },
  POINT_COMMA: { group: ".", decimal: "," },
  SPACE_POINT: { group: "\u00a0", decimal: "." },
  SPACE_COMMA: { group: "\u00a0", decimal: "," },
};

/** What parts thousands, and whole from fraction: as the reader chose, else a blank and the mark of the language. */
function marks(): Marks {
  const style = currentNumbers();
  return STYLES[style === "LANGUAGE" ? (currentLanguage() === "de" ? "SPACE_COMMA" : "SPACE_POINT") : style];
}
export const decimalMark = (): "." | "," => marks().decimal;

const GROUPS = /\B(?=(\d{3})+$)/g;

/**
 * An exact decimal as it is shown: at least `scale` decimals, never fewer than the value has, no float on the way.
 * Zeros step back only past two decimals: 100.00 EUR is read whole.
 */
export function amountParts(value: Decimal, scale: number, signed = false): AmountParts {
  const literal = value.toFixed(Math.max(scale, value.scale));
  const negative = literal.startsWith("-");
  const [whole = "0", fraction = ""] = literal.replace("-", "").split(".");
  const { group, decimal: mark } = marks();
  const grouped = whole.replace(GROUPS, group);
  const sign = negative ? "−" : signed && !value.isZero() ? "+" : "";
  if (fraction === "") return { sign, digits: grouped, zeros: "" };
  if (scale <= 2) return { sign, digits: `${grouped}${mark}${fraction}`, zeros: "" };
  const significant = fraction.replace(/0+$/, "");
  const zeros = fraction.slice(significant.length);
  return significant === ""
    ? { sign, digits: grouped, zeros: `${mark}${zeros}` }
    : { sign, digits: `${grouped}${mark}${significant}`, zeros };
}

/** The same as one string, for sentences and names. */
export function amountText(value: Decimal, scale: number): string {
  const { sign, digits, zeros } = amountParts(value, scale);
  return sign + digits + zeros;
}

/** A count, grouped as amounts are. */
export const countText = (count: number): string => String(count).replace(GROUPS, marks().group);

/** An amount in a sentence: a fiat with its own decimals, a coin with just those the value has. */
export const sumText = (value: Decimal, asset: string): string => amountText(value, isFiat(asset) ? scaleOf(asset) : 0);

/** Grouped, with just the decimals the value has: for prices and rates. */
export const rateText = (value: Decimal): string => amountText(value, 0);

/** As a field has it, nothing parted, to be read back as it was: with the reader's mark, lest `1.234` be thousands to them. */
export const fieldText = (value: Decimal): string => value.toString().replace(".", marks().decimal);

/**
 * A price for comparing down a column: two decimals from 100 on, four from 1 on, six below, rounded half up. The exact one
 * belongs beside it, in its title.
 */
export function priceText(value: Decimal): string {
  const scale = value.compare(Decimal.of(100n)) >= 0 ? 2 : value.compare(Decimal.of(1n)) >= 0 ? 4 : 6;
  return amountText(Decimal.of(value.plus(Decimal.of(5n, scale + 1)).floorUnits(scale), scale), scale);
}

/**
 * The number typed or pasted, as the reader writes numbers; a plain literal with a point is read whatever they chose.
 * Undefined for anything that could mean two numbers: `1.234` where the mark is the comma, `1,234` where it is the point.
 */
export const typedDecimal = (typed: string): Decimal | undefined => only(readingsOf(cleaned(typed), false));

/**
 * As {@link typedDecimal}, but a comma that can part nothing but decimals is a point for every reader: `0,8`. One that
 * could part thousands, `1,234`, is one only where the mark is the comma.
 */
export const looselyTyped = (typed: string): Decimal | undefined => only(readingsOf(cleaned(typed), true));

/** Whether what was typed is a number, but could be two: `1,234` where the comma is not the decimal mark. */
export const meansTwo = (typed: string): boolean => isEither(cleaned(typed));

const only = (readings: ReadonlySet<string>): Decimal | undefined => {
  const [literal, ...others] = readings;
  return literal === undefined || others.length > 0 ? undefined : Decimal.parse(literal);
};

const cleaned = (typed: string): string => typed.replace(/[\s\u00a0\u2009\u202f]/g, "").replace(/^−/, "-");

/** Three digits behind a mark that is not the reader's decimal mark: thousands to one reader, decimals to another. */
const isEither = (written: string): boolean =>
  (/^-?[1-9]\d{0,2}([.,])\d{3}$/.exec(written)?.[1] ?? decimalMark()) !== decimalMark();

/** Each number that it could mean, as a literal. */
function readingsOf(written: string, loosely: boolean): ReadonlySet<string> {
  if (isEither(written)) return new Set();
  const { group, decimal } = marks();
  const ungrouped = isGrouped(written, group, decimal) ? written.replaceAll(group, "") : written;
  const isPlain = !ungrouped.includes(decimal === "," ? "." : ",");
  const literals = [isPlain ? ungrouped.replace(decimal, ".") : "", written, loosely ? written.replace(",", ".") : ""];
  return new Set(
    literals
      .filter((literal) => /^-?\d+(\.\d+)?$/.test(literal))
      .map((literal) => literal.replace(/^(-?)0+(?=\d)/, "$1")),
  );
}

const isGrouped = (written: string, group: string, decimal: string): boolean => {
  const [whole = "", ...rest] = written.split(decimal);
  return rest.length <= 1 && /^-?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.exec(whole)?.[1] === group;
};

/** Basis points as they are said: `1.00 %`. */
export const percentText = (bps: number): string => `${amountText(Decimal.of(BigInt(bps), 2), 2)}\u00a0%`;
