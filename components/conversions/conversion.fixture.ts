import { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { Quote } from "./quotes.ts";

const of = (text: string) => Decimal.from(text);
export const QUOTED_AT: number = Date.parse("2026-11-21T12:05:38Z");

/** Worked example 9: three items, explicit fee. */
export const quote = (changes: Partial<Quote> = {}): Quote => ({
  quoteId: "q1",
  price: of("58123.45"),
  bid: of("58123.45"),
  mid: of("58150.00"),
  spread: of("0.00"),
  feeModel: "EXPLICIT",
  feeQuantity: of("0.0001271"),
  fiatReceivable: of("731.37"),
  quoteTime: QUOTED_AT,
  expiryTime: QUOTED_AT + 10_000,
  ...changes,
});

const item = (txId: string, quantity: string, paymentId: string) => ({
  txId,
  address: "1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg",
  quantity: of(quantity),
  subaccount: "acme-42",
  paymentId,
  txHash: `hash of ${txId}`,
  outputIndex: 0,
});

/** That invoice as its record shows it, just created; say what differs. */
export function conversion(changes: Partial<ConversionRecord> = {}): ConversionRecord {
  return {
    invoiceId: "019a8f3c-8c1e-7abc-8def-0123456789ab",
    type: "CONVERSION",
    side: "SELL",
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: of("0.0127103"),
    status: "CREATED",
    created: "2026-11-21T12:04:58.000Z",
    updated: "2026-11-21T12:04:58.000Z",
    username: "acme",
    createdBy: "staff:Anna Keller",
    feeModel: "EXPLICIT",
    quotes: changes.quote ? [{ ...changes.quote, status: "LIVE" }] : [],
    items: [item("t1", "0.00220876", "p1"), item("t2", "0.00050055", "p1"), item("t3", "0.01000099", "p2")],
    ...changes,
  };
}
