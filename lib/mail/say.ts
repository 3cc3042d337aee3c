import { Decimal } from "#lib/kernel/decimal.ts";
import { sumText } from "#lib/i18n/amount.ts";
import { fullText } from "#lib/i18n/times.ts";

/** `1 250.00 EUR`, as the reader of the letter writes it; a coin without its network. */
export const amountIn = (value: Decimal | string, asset: string): string =>
  `${sumText(typeof value === "string" ? Decimal.from(value) : value, asset)}\u00a0${asset.split("@")[0]}`;

/** The same of `12.50 EUR`, as facts carry it. */
export function amountTextIn(fact: string): string {
  const [value = "", asset = ""] = fact.split(" ");
  return amountIn(value, asset);
}

/** `21 Nov 2026, 12:05:41 UTC`, by the reader's clock. */
export const momentIn = (at: number | Date, zone: string): string => fullText(Number(at), zone);

/** What a person has written, as part of a line of ours. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Z}\s]+/gu, " ").trim();
