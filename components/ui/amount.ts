import type { Decimal } from "#lib/kernel/decimal.ts";

export type AmountParts = {
  /** `−`, `+` or nothing. */
  sign: string;
  /** Digits that say something, thousands parted by U+00A0. */
  digits: string;
  /** Trailing zeros, with the point when nothing but zeros follows it. */
  zeros: string;
};

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
  const sign = negative ? "−" : signed && !value.isZero() ? "+" : "";
  if (fraction === "") return { sign, digits: grouped, zeros: "" };
  if (scale <= 2) return { sign, digits: `${grouped}.${fraction}`, zeros: "" };
  const kept = fraction.replace(/0+$/, "");
  const zeros = fraction.slice(kept.length);
  return kept === "" ? { sign, digits: grouped, zeros: `.${zeros}` } : { sign, digits: `${grouped}.${kept}`, zeros };
}

/** The same as one string, for sentences and names. */
export function amountText(value: Decimal, scale: number): string {
  const { sign, digits, zeros } = amountParts(value, scale);
  return sign + digits + zeros;
}

/** A count, grouped as amounts are. */
export const countText = (count: number): string => String(count).replace(GROUPS, "\u00a0");

/** Grouped, with just the decimals the value has: for prices and rates. */
export const rateText = (value: Decimal): string => amountText(value, 0);
