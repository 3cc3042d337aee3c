import type { ConversionRecord, QuoteRecord } from "#lib/conversions/contract.ts";

export type Quote = NonNullable<ConversionRecord["quote"]>;

/** The live quote: the one on a QUOTED record whose end lies ahead, by the server's word and by its clock. */
export function liveQuote(record: ConversionRecord, now: number): Quote | undefined {
  if (record.status !== "QUOTED" || !record.quote || record.quoteExpired) return undefined;
  return record.quote.expiryTime > now ? record.quote : undefined;
}

/** The record as it is with a new quote. */
export function withQuote(record: ConversionRecord, told: QuoteRecord): ConversionRecord {
  const { lastError: _lastError, ...rest } = record;
  const { quoteId, price, feeModel, feeQuantity, fiatReceivable, quoteTime, expiryTime } = told;
  return {
    ...rest,
    status: "QUOTED",
    quoteExpired: false,
    quote: { quoteId, price, feeModel, feeQuantity, fiatReceivable, quoteTime, expiryTime },
  };
}

/** Quotes in the order they were made, each once. */
export function quotesWith(seen: readonly Quote[], next: Quote | undefined): readonly Quote[] {
  if (!next || seen.some((one) => one.quoteId === next.quoteId)) return seen;
  return [...seen, next].toSorted((a, b) => a.quoteTime - b.quoteTime);
}

/** The share of a quote's life that is left, 0 to 1: a width, not an amount. */
export function shareLeft(quote: Quote, now: number): number {
  const life = quote.expiryTime - quote.quoteTime;
  return life <= 0 ? 0 : Math.min(1, Math.max(0, (quote.expiryTime - now) / life));
}
