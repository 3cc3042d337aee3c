import { isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { currentLanguage, type Language } from "#components/i18n/language.ts";

export type AmountParts = {
  /** `−`, `+` or nothing. */
  sign: string;
  /** Digits that say something, thousands parted by U+00A0, in every language. */
  digits: string;
  /** Trailing zeros, with the decimal mark when nothing but zeros follows it. */
  zeros: string;
};

/** What parts whole from fraction. No language parts thousands by a point or comma here, so neither is ever mistaken. */
const MARKS: Readonly<Record<Language, "." | ",">> = { en: ".", de: ",", xa: "." };
export const decimalMark = (): "." | "," => MARKS[currentLanguage()];

const GROUPS = /\B(?=(\d{3})+$)/g;

/**
 * An exact decimal as it is shown: at least `scale` decimals, never fewer than the value has, no float on the way.
 * Zeros step back only past two decimals: 100.00 EUR is read whole.
 */
export function amountParts(value: Decimal, scale: number, signed = false): AmountParts {
  const literal = value.toFixed(Math.max(scale, value.scale));
  const negative = literal.startsWith("-");
  const [whole = "0", fraction = ""] = literal.replace("-", "").split(".");
  const grouped = whole.replace(GROUPS, "\u00a0");
  const mark = decimalMark();
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
export const countText = (count: number): string => String(count).replace(GROUPS, "\u00a0");

/** An amount in a sentence: a fiat with its own decimals, a coin with just those the value has. */
export const sumText = (value: Decimal, asset: string): string => amountText(value, isFiat(asset) ? scaleOf(asset) : 0);

/** Grouped, with just the decimals the value has: for prices and rates. */
export const rateText = (value: Decimal): string => amountText(value, 0);

/**
 * The number typed or pasted, by the page's decimal mark; a plain literal with a point is read in every language.
 * Undefined for anything that could mean two numbers: `1.234` on a page whose mark is the comma, `1,234` where it is not.
 */
export function typedDecimal(typed: string): Decimal | undefined {
  const written = typed.replace(/[\s\u00a0\u2009\u202f]/g, "").replace(/^−/, "-");
  const comma = decimalMark() === ",";
  if (comma && /^-?[1-9]\d{0,2}(\.\d{3})+$/.test(written)) return undefined;
  const literal = comma && !written.includes(".") ? written.replace(",", ".") : written;
  return /^-?\d+(\.\d+)?$/.test(literal) ? Decimal.parse(literal.replace(/^(-?)0+(?=\d)/, "$1")) : undefined;
}

/**
 * As {@link typedDecimal}, but a comma that can part nothing but decimals is a point in every language: `0,8`. One that
 * could part thousands, `1,234`, is one only on a page whose mark is the comma.
 */
export function looselyTyped(typed: string): Decimal | undefined {
  const written = typed.replace(/[\s\u00a0\u2009\u202f]/g, "");
  const decimals = /^\d+,\d+$/.test(written) && !/^[1-9]\d{0,2},\d{3}$/.test(written);
  return typedDecimal(decimals && decimalMark() === "." ? written.replace(",", ".") : written);
}

/** Basis points as they are said: `1.00 %`. */
export const percentText = (bps: number): string => `${amountText(Decimal.of(BigInt(bps), 2), 2)}\u00a0%`;
