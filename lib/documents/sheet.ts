import { type Asset, type Crypto, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { printedText } from "#lib/i18n/printed.ts";
import { amountText as plainText, rateText as plainRate } from "#lib/i18n/amount.ts";
import { fullText } from "#lib/i18n/times.ts";

/** What stands on one page of paper, before anything is drawn. */
export type Sheet = {
  /** The paper's name, and of what. */
  title: string;
  subject: string;
  /** The one figure of the page. */
  figure: { label: string; value: string };
  facts: readonly Group[];
  table: Table;
  /** Further tables: with them, also none, the paper has as many pages as it takes. */
  more?: readonly Table[];
  /** Who issues the paper: name, address, tax id, as far as the house's settings say. */
  issuer?: readonly string[];
  /** What the figures rest on; the last words of the page. */
  note: string;
};

/** `mono`: an id, hash or address, never shortened. `end`: a figure, below others at the end of its column. */
export type Fact = { label: string; value: string; mono?: boolean; end?: boolean };
export type Group = { heading: string; facts: readonly Fact[] };

/** Cells as text; `end` columns are amounts. */
export type Table = {
  heading: string;
  columns: readonly { label: string; share: number; end?: boolean; mono?: boolean }[];
  rows: readonly (readonly string[])[];
};

/** An exact amount with its asset's own decimals and its symbol: `1 790.60 EUR`. */
export function amountText(value: Decimal, asset: Asset | Crypto): string {
  return `${figureText(value, asset)} ${asset}`;
}

/** The same without its symbol, under a heading that names it. */
export const figureText = (value: Decimal, asset: Asset | Crypto): string => plainText(value, scaleOf(asset));

/** A price under a heading that names its fiat. */
export const priceText = (price: Decimal): string => plainRate(price);

/** A price with the pair it is of. */
export const rateText = (price: Decimal, crypto: Crypto, fiat: Fiat): string =>
  printedText.per(`${priceText(price)} ${fiat}`, crypto);

/** `21 Nov 2026, 12:05:41 UTC` of epoch milliseconds or ISO 8601. */
export const momentText = (at: string | number, zone: string): string => fullText(new Date(at).getTime(), zone);

/** What there is of optional facts. */
export const given = (facts: readonly (Fact | undefined)[]): Fact[] => facts.filter((fact) => fact !== undefined);
