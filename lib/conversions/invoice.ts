import type { Crypto, CryptoAsset, Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { type FeeModel, type Sale, sale } from "#lib/pricing/price.ts";
import type { ConversionStatus } from "./conversion-states.ts";

/** How a quote that is no longer the live one ended. */
const ENDED_QUOTES = ["EXPIRED", "SUPERSEDED", "REFUSED", "CANCELLED"] as const;
export type EndedQuote = (typeof ENDED_QUOTES)[number];
/** Of a quote: the live one is LIVE, or EXPIRED by the clock, until its conversion is executed with it. */
export const QUOTE_STATUSES = ["LIVE", "EXECUTING", "EXECUTED", "FAILED", ...ENDED_QUOTES] as const;

/** The same table as machine 'conversion' in the database's state_transition; a test compares them. */
export const CONVERSION_TRANSITIONS: Record<ConversionStatus, readonly ConversionStatus[]> = {
  CREATED: ["QUOTED", "CANCELLED"],
  QUOTED: ["EXECUTING", "CANCELLED"],
  EXECUTING: ["EXECUTED", "CREATED", "FAILED"],
  EXECUTED: [],
  CANCELLED: [],
  FAILED: [],
};

/** The requested state, or `INVALID_STATE` when a conversion cannot go there from where it is. */
export function advance(from: ConversionStatus, to: ConversionStatus): ConversionStatus {
  if (CONVERSION_TRANSITIONS[from].includes(to)) return to;
  throw new Refusal("INVALID_STATE", `A conversion that is ${from} cannot become ${to}.`);
}

/** One deposit's residue in an invoice. */
export type InvoiceItem = { units: bigint };

/** The quantity of an invoice: the exact sum of its items. */
export function sumOfItems(items: readonly InvoiceItem[]): bigint {
  return sumOf(items.map((item) => item.units));
}

/** A priced invoice: the whole, and the same split over its items in their order. */
export type InvoiceSale = Sale & { items: Sale[] };

/**
 * Prices an invoice as a whole and splits it cumulatively in item order, so that fees, crypto sold and fiat of the
 * items add up to the whole to the smallest unit (rulebook 7.8). A USDT invoice may mix networks: pass "USDT".
 */
export function invoiceSale(invoice: {
  asset: Crypto | CryptoAsset;
  fiat: Fiat;
  price: Decimal;
  feeModel: FeeModel;
  explicitFeeBps: number;
  items: readonly InvoiceItem[];
}): InvoiceSale {
  const items: Sale[] = [];
  let before = sale({ ...invoice, units: 0n });
  for (const item of invoice.items) {
    must(item.units > 0n, "an invoice item is above zero");
    const after = sale({ ...invoice, units: before.units + item.units });
    items.push(difference(after, before));
    before = after;
  }
  return { ...before, items };
}

function difference(after: Sale, before: Sale): Sale {
  return {
    units: after.units - before.units,
    feeUnits: after.feeUnits - before.feeUnits,
    soldUnits: after.soldUnits - before.soldUnits,
    gross: after.gross.minus(before.gross),
    fiatUnits: after.fiatUnits - before.fiatUnits,
  };
}
