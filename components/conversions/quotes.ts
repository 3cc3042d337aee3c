import type { ConversionRecord, QuoteRecord } from "#lib/conversions/contract.ts";

export type Quote = NonNullable<ConversionRecord["quote"]>;
export type PastQuote = ConversionRecord["quotes"][number];

/** The live quote: the one on a QUOTED record whose end lies ahead, by the server's word and by its clock. */
export function liveQuote(record: ConversionRecord, now: number): Quote | undefined {
  if (record.status !== "QUOTED" || !record.quote || record.quoteExpired) return undefined;
  return record.quote.expiryTime > now ? record.quote : undefined;
}

/** The record as it is with a new quote. */
export function withQuote(record: ConversionRecord, quoted: QuoteRecord): ConversionRecord {
  const { lastError: _lastError, ...rest } = record;
  const {
    invoiceId: _invoice,
    side: _side,
    baseSymbol: _base,
    quoteSymbol: _fiat,
    quantity: _all,
    status: _,
    ...quote
  } = quoted;
  const { quoteId, quoteTime } = quote;
  return {
    ...rest,
    status: "QUOTED",
    quoteExpired: false,
    quote,
    quotes: [
      ...record.quotes.filter((one) => one.quoteId !== quoteId).map((one) => endedBy(one, quoteTime)),
      { ...quote, status: "LIVE" },
    ],
  };
}

/** An earlier quote, once another was made at `at`: what was live has expired by then, or is superseded. */
function endedBy(quote: PastQuote, at: number): PastQuote {
  return quote.status === "LIVE" ? { ...quote, status: quote.expiryTime <= at ? "EXPIRED" : "SUPERSEDED" } : quote;
}

/** The share of a quote's life that is left, 0 to 1: a width, not an amount. */
export function shareLeft(quote: Quote, now: number): number {
  const life = quote.expiryTime - quote.quoteTime;
  return life <= 0 ? 0 : Math.min(1, Math.max(0, (quote.expiryTime - now) / life));
}
